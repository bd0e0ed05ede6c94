const list = document.getElementById("games");
for (const game of await (await fetch("/api/games")).json()) {
  const item = document.createElement("li");
  item.textContent = game.name;
  list.append(item);
}
