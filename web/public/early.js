// Before the first paint: theme and contrast, so that a light page never flashes dark.
try {
  var theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  var contrast = localStorage.getItem('contrast');
  var more = contrast ? contrast === 'more' : matchMedia('(prefers-contrast: more)').matches;
  document.documentElement.dataset.contrast = more ? 'more' : 'usual';
} catch (error) {
  console.warn('Theme not read', error);
}

// A shared battle is asked for while the page's own code still loads.
var shared = /^\/shared\/([\w-]+)\/logs\/?$/.exec(location.pathname);
if (shared) {
  var link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = '/api/game/shared/' + shared[1] + '/brief';
  document.head.append(link);
}

// So are a game, and who is signed in (shared/api/askedEarly.ts hands the answers on).
try {
  var game = /^\/game\/([\w-]+)\/view\/?$/.exec(location.pathname);
  var token = sessionStorage.getItem('access_token') || localStorage.getItem('access_token');
  if (game && token) {
    var headers = { Authorization: 'Bearer ' + token };
    window.askedEarly = { headers: headers, answers: new Map() };
    ['/api/auth/me', '/api/games/' + game[1] + '/state'].forEach(function ask(path) {
      window.askedEarly.answers.set(
        path,
        fetch(path, { headers: headers }).catch(function notThere() {}),
      );
    });
  }
} catch (error) {
  console.warn('Game not asked for', error);
}

// Who is signed in goes on from the front page: what it would show to others stays hidden until that is settled.
try {
  if (location.pathname === '/' && (sessionStorage.getItem('access_token') || localStorage.getItem('access_token')))
    document.documentElement.dataset.leaving = '';
} catch (error) {
  console.warn('Login not read', error);
}

// What is pressed in the markup that the server sent is kept until the page's own code can act on it (app/takeOver.ts).
document.addEventListener('click', function pressed(event) {
  var button = event.target instanceof Element && event.target.closest('#root button');
  if (!button) return;
  if (document.documentElement.dataset.live === undefined) window.pressedEarly = button;
  else document.removeEventListener('click', pressed);
});
