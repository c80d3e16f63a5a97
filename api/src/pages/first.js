// Before anything is drawn: the theme and the language that somebody chose in this browser. What is shown would
// otherwise change under their eyes. Nothing of it is sent anywhere but in the page's own address.
{
  /** @param {string} name */
  const stored = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const theme = stored("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  const language = stored("language");
  const address = new URL(location.href);
  if (language && language !== document.documentElement.lang && !address.searchParams.has("language")) {
    address.searchParams.set("language", language);
    location.replace(address);
  }
}
