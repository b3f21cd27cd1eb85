// Shows the view of a game (playing.py) and sends what its reader does. The picture is an image: nothing in it can run.

const MOST_CHOICES = 40; // more are reached by writing them
const EVERY = 1000; // milliseconds between two looks at the file of the game

function render({ model, el }) {
  const add = (kind, parent, about = {}) => parent.appendChild(Object.assign(document.createElement(kind), about));
  const status = add("div", el);
  status.setAttribute("aria-live", "polite");
  const problem = add("div", el);
  problem.style.cssText = "white-space: pre-wrap; color: #b3261e; font-family: monospace";
  problem.setAttribute("role", "alert");
  const picture = add("img", el, { draggable: false });
  picture.style.cssText = "display: block; max-width: 100%; cursor: pointer";
  const choices = add("div", el);
  const tools = add("div", el);
  for (const row of [choices, tools]) row.style.cssText = "display: flex; flex-wrap: wrap; gap: 0.4em; margin: 0.4em 0";
  const tell = (asked) => model.send(asked);
  add("button", tools, { textContent: "Undo", onclick: () => tell({ do: "undo" }) });
  add("button", tools, { textContent: "New game", onclick: () => tell({ do: "restart" }) });
  const written = add("input", tools, { placeholder: "a move, such as A1-B2", ariaLabel: "a move" });
  for (const kind of ["keydown", "keyup", "keypress"]) written.addEventListener(kind, (event) => event.stopPropagation());
  written.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !written.value.trim()) return;
    tell({ write: written.value.trim() });
    written.value = "";
  });
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) * picture.naturalWidth) / box.width;
    const y = ((event.clientY - box.top) * picture.naturalHeight) / box.height;
    tell({ click: [x, y] });
  });

  const show = () => {
    const view = model.get("view");
    picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(view.picture)}`;
    picture.alt = view.status;
    status.textContent = view.status;
    problem.textContent = view.problem;
    choices.replaceChildren();
    view.choices.slice(0, MOST_CHOICES).forEach((text, number) => {
      add("button", choices, { textContent: text, onclick: () => tell({ choose: number }) });
    });
    if (view.choices.length > MOST_CHOICES) add("span", choices, { textContent: ` and ${view.choices.length - MOST_CHOICES} more` });
  };
  model.on("change:view", show);
  show();
  const timer = setInterval(() => tell({ do: "renew" }), EVERY);
  return () => {
    clearInterval(timer);
    model.off("change:view", show);
  };
}

export default { render };
