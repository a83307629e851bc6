// Prints satchel.d.ts as JSON, read by the compiler of TypeScript: node declarations.mjs FILE (NODE_PATH: where typescript is).
// A list of what is exported: name, kind, comment, text, and members with the same.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const ts = require(`${process.env.NODE_PATH ?? '/usr/share/nodejs'}/typescript`);
const text = readFileSync(process.argv[2], 'utf8');
const file = ts.createSourceFile('satchel.d.ts', text, ts.ScriptTarget.Latest, true);

function comment(node) {
  const found = (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).filter((c) => text.startsWith('/**', c.pos)).pop();
  if (!found) return '';
  return text.slice(found.pos + 3, found.end - 2).split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim()).join('\n').trim();
}

// "pairs[, options]", as the domain of JavaScript writes arguments.
function parameters(node) {
  let brackets = 0;
  const words = node.parameters.map((p, i) => {
    const name = p.name.getText();
    if (!p.questionToken && !p.initializer) return (i ? ', ' : '') + name;
    ++brackets;
    return `[${i ? ', ' : ''}${name}`;
  });
  return words.join('') + ']'.repeat(brackets);
}

const flat = (node) => node.getText().replace(/\s*\n\s*/g, ' ');
function member(node) {
  const name = node.name?.getText() ?? '';
  const entry = { name, comment: comment(node), text: flat(node) };
  if (ts.isMethodSignature(node)) return { ...entry, kind: 'method', parameters: parameters(node) };
  return { ...entry, kind: 'property' };
}

const out = [];
for (const node of file.statements) {
  const exported = node.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword);
  if (!exported && !ts.isInterfaceDeclaration(node)) continue;
  const entry = { name: node.name?.getText() ?? 'load', comment: comment(node), text: flat(node) };
  if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
    const bases = (node.heritageClauses ?? []).map((c) => c.getText()).join(' ');
    out.push({ ...entry, kind: 'interface', bases, members: node.members.map(member).filter((m) => !m.name.startsWith('[')) });
  } else if (ts.isFunctionDeclaration(node)) {
    out.push({ ...entry, kind: 'function', parameters: parameters(node) });
  } else if (ts.isTypeAliasDeclaration(node)) {
    out.push({ ...entry, kind: 'type' });
  }
}
process.stdout.write(JSON.stringify(out, null, 1));
