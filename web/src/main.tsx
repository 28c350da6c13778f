import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from '@/app/App';
import { keepOffline } from '@/app/offline';
import { createRouter } from '@/app/router';
import { takeOver } from '@/app/takeOver';
import '@/app/styles.css';
import '@/app/device-colours.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const frame = root;
const page = createRoot(frame);
const router = createRouter();

/** Draws once the first page's code is there: until then what the server put into the page stays. */
function draw(): void {
  delete document.documentElement.dataset.leaving;
  takeOver(frame, () =>
    flushSync(() =>
      page.render(
        <StrictMode>
          <App router={router} />
        </StrictMode>,
      ),
    ),
  );
}

if (router.state.initialized) draw();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    draw();
  });
}
keepOffline();
