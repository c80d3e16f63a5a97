// Before a saved replay is drawn: of its two languages, the one in its address or else the reader's.
{
  const preferred = new URLSearchParams(location.search).get("language") ?? navigator.language;
  const language = preferred.startsWith("ja") ? "ja" : "en";
  const frame = document.getElementById(language);
  document.documentElement.lang = language;
  if (frame instanceof HTMLTemplateElement) document.body.append(frame.content);
}
