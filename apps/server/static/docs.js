// Shows the OpenAPI document as a page to read.

const document_ = await (await fetch("/api/openapi.json")).json();

function element(name, text, ...children) {
  const it = document.createElement(name);
  if (text) it.textContent = text;
  it.append(...children);
  return it;
}

function typeName(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.oneOf) return schema.oneOf.map(typeName).join(" | ");
  if (schema.type === "array") return `${typeName(schema.items)}[]`;
  return [schema.type].flat().join(" | ");
}

function contentName(content) {
  return Object.entries(content ?? {})
    .map(([kind, { schema }]) => `${typeName(schema)} (${kind})`)
    .join(", ");
}

function operation(path, method, it) {
  const section = element("section", "", element("h3", `${method.toUpperCase()} ${path}`));
  section.append(element("p", [it.summary, it.description].filter(Boolean).join(" ")));
  const list = element("ul");
  for (const parameter of it.parameters ?? []) {
    const text = `${parameter.name} (${parameter.in}): ${parameter.description ?? typeName(parameter.schema)}`;
    list.append(element("li", text));
  }
  if (it.requestBody) list.append(element("li", `takes ${contentName(it.requestBody.content)}`));
  for (const [status, response] of Object.entries(it.responses ?? {})) {
    list.append(element("li", `${status}: ${contentName(response.content) || response.description}`));
  }
  section.append(list);
  return section;
}

document.getElementById("about").textContent = document_.info.description;
const paths = document.getElementById("paths");
for (const [path, methods] of Object.entries(document_.paths)) {
  for (const [method, it] of Object.entries(methods)) paths.append(operation(path, method, it));
}
const types = document.getElementById("types");
for (const [name, schema] of Object.entries(document_.components.schemas)) {
  const text = JSON.stringify(schema, null, 2);
  types.append(element("section", "", element("h3", name), element("pre", text)));
}
