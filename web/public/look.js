// Runs before the page is painted for the first time, so that none is shown in the wrong light.
// What it reads is kept by src/net/settings.ts.
try {
  const { page, motion } = JSON.parse(localStorage.getItem("thirdcard.settings")) ?? {};
  const { dataset } = document.documentElement;
  if (page === "light" || page === "dark") dataset.page = page;
  if (motion === "off") dataset.motion = motion;
} catch {
  // Nothing is kept, or nothing may be: the page is as the system says.
}
