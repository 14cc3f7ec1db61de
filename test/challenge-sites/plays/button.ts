import {behindDoor} from '../behind-door.ts';
import type {Play, SiteOptions} from '../play.ts';
import {sendPage} from '../reply.ts';
import {waitingPage} from '../waiting-page.ts';

const button = `<div id="cf-challenge-stage"><div id="cf-norobot-container" style="display: none">
<input type="button" value="Verify you are human" class="big-button pow-button" style="cursor: pointer"></div></div>`;

/** A button that only a real or simulated mouse click can press. */
export function playButton({workMs = 500}: SiteOptions): Play {
	const script = `const container = document.getElementById('cf-norobot-container');
setTimeout(() => { container.style.display = 'flex'; }, 300);
container.firstElementChild.addEventListener('click', event => {
	if (!event.isTrusted) return;
	container.remove();
	compute(${workMs}).then(() => unlock({pressed: true})).then(solved => { if (solved) location.reload(); });
});`;
	return {
		answer: behindDoor({
			name: 'button',
			workMs,
			challenge: (visit, task) => sendPage(visit, 403, waitingPage({task, script, body: button})),
			approves: ({pressed}) => pressed === true,
		}),
	};
}
