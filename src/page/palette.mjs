// Colours from the style sheet, and the hatch of overlapping bodies. Verdicts differ in dash and hatch too.

export const hatchPitch = 7;

export function readPalette(element) {
  const style = getComputedStyle(element), colour = (name) => style.getPropertyValue(name).trim();
  const verdicts = ["disjoint", "touching", "overlapping"].map((name) => ({
    line: colour(`--${name}`), fill: colour(`--${name}-fill`), dash: [], width: 1, hatch: null }));
  verdicts[1].dash = [7, 3];
  verdicts[1].width = verdicts[2].width = 1.6;
  verdicts[2].hatch = hatch(verdicts[2].line);
  const states = [...verdicts,  // and of bodies that NMS keeps, and of the others
    { line: colour("--kept"), fill: colour("--kept-fill"), dash: [], width: 2.2, hatch: null },
    { line: colour("--disjoint"), fill: "transparent", dash: [3, 3], width: 1, hatch: null }];
  const hidden = { line: colour("--faint"), fill: "transparent", dash: [], width: 1, hatch: null };
  return { verdicts, states, hidden, paper: colour("--paper"), ink: colour("--ink"), mtv: colour("--mtv"),
           normal: colour("--normal"), point: colour("--point"), accent: colour("--accent") };
}

function hatch(colour) {
  const tile = document.createElement("canvas"), ctx = tile.getContext("2d");
  tile.width = tile.height = hatchPitch;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.75;
  ctx.beginPath();
  for (const x of [-hatchPitch, 0, hatchPitch]) {
    ctx.moveTo(x - 1, hatchPitch + 1);
    ctx.lineTo(x + hatchPitch + 1, -1);
  }
  ctx.stroke();
  return ctx.createPattern(tile, "repeat");
}
