// The pairs as a table, a sheet of rows at a time: for screen readers, and for whoever looks for numbers.
import { grouped, make } from "./dom.mjs";
import { verdictNames } from "./verdicts.mjs";

const rowsOfSheet = 20;

export class PairTable {
  // @param page    {contacts, isShown(pair), isChosen(pair)}
  // @param choose  called with a pair
  constructor(page, choose) {
    this.page = page;
    this.choose = choose;
    this.sheet = 0;
    this.caption = make("caption");
    this.body = make("tbody");
    const head = ["a", "b", "verdict", "separation"].map((name) => make("th", { scope: "col" }, name));
    this.order = make("select", { onchange: () => this.refresh(), "aria-label": "Order of the pairs" },
      make("option", { value: "file" }, "in the order of the pairs"), make("option", { value: "depth" }, "deepest first"));
    this.back = make("button", { onclick: () => this.turn(-1), "aria-label": "Previous pairs" }, "‹");
    this.next = make("button", { onclick: () => this.turn(1), "aria-label": "Next pairs" }, "›");
    this.table = make("table", {}, this.caption, make("thead", {}, make("tr", {}, ...head)), this.body);
    this.element = make("section", { "aria-label": "Pairs" }, make("h2", {}, "Pairs"),
      make("div", { className: "row" }, this.order, this.back, this.next), this.table);
  }

  // Lists the shown pairs anew.
  refresh() {
    const { contacts, isShown } = this.page, list = [];
    for (let i = 0; i < contacts.count; ++i) if (isShown(i)) list.push(i);
    if (this.order.value === "depth") {
      const separation = (i) => contacts.data.contact[3 * i];
      list.sort((i, k) => separation(i) - separation(k) || i - k);
    }
    this.list = list;
    this.sheet = 0;
    this.fill();
  }

  turn(by) {
    this.sheet = Math.max(0, Math.min(Math.ceil(this.list.length / rowsOfSheet) - 1, this.sheet + by));
    this.fill();
  }

  fill() {
    const { contacts, isChosen } = this.page, { list } = this, from = this.sheet * rowsOfSheet;
    const rows = list.slice(from, from + rowsOfSheet);
    this.caption.textContent = rows.length === 0 ? "No pair is shown" : `${grouped(from + 1)} to ${grouped(from + rows.length)} of ${grouped(list.length)} shown`;
    this.back.disabled = from === 0;
    this.next.disabled = from + rowsOfSheet >= list.length;
    this.table.setAttribute("aria-rowcount", list.length + 1);
    this.body.replaceChildren(...rows.map((i) => {
      const a = contacts.a(i), b = contacts.b(i);
      const go = make("button", { onclick: () => this.choose(i), "aria-label": `Show the pair of ${a} and ${b}` }, `${a}`);
      return make("tr", { "aria-selected": isChosen(i), "data-pair": i }, make("td", {}, go), make("td", {}, `${b}`),
        make("td", {}, verdictNames[contacts.verdict(i)]), make("td", {}, contacts.data.contact[3 * i].toPrecision(5)));
    }));
  }
}
