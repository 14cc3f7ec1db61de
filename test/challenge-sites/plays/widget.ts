import {randomUUID} from 'node:crypto';
import {behindDoor, solvingScript} from '../behind-door.ts';
import type {Play, SiteOptions} from '../play.ts';
import {readJson, sendJson, sendPage, toHtml} from '../reply.ts';
import {openSite, type Visit} from '../site.ts';

/** With fewer, the pointer jumped, which no hand does. */
const leastMoves = 2;

/**
 * A checkbox in a frame of another origin. When a moving pointer ticks it, it returns the token that opens the door.
 */
export async function playWidget({workMs = 300, frameHost = '127.0.0.1'}: SiteOptions): Promise<Play> {
	const tokens = new Set<string>();
	const frame = await openSite(visit => answerFrame(visit, tokens));
	const source = `http://${frameHost}:${new URL(frame.origin).port}/`;
	const answer = behindDoor({
		name: 'widget',
		workMs,
		challenge: (visit, task) => sendPage(visit, 403, widgetPage(task, source), {'cf-mitigated': 'challenge'}),
		approves: ({token}) => typeof token === 'string' && tokens.delete(token),
	});
	return {answer, close: () => frame.close()};
}

function widgetPage(task: string, source: string): string {
	return toHtml({
		title: 'Just a moment...',
		body: `<h1>127.0.0.1</h1><h2>Verify you are human by completing the action below.</h2>
<div class="cf-turnstile" style="margin: 20px"><iframe src="${source}" width="300" height="65" style="border: 0"></iframe>
<input type="hidden" name="cf-turnstile-response"></div>
<script>${solvingScript(task)}
addEventListener('message', async event => {
	if (event.origin !== new URL(${JSON.stringify(source)}).origin) return;
	document.querySelector('input').value = event.data.token;
	if (await unlock({token: event.data.token})) location.reload();
});</script>`,
	});
}

async function answerFrame(visit: Visit, tokens: Set<string>): Promise<void> {
	if (visit.url.pathname !== '/verify') {
		sendPage(visit, 200, framePage);
		return;
	}
	const {trusted, moves} = await readJson(visit);
	if (trusted !== true || Number(moves) < leastMoves) {
		sendJson(visit, 403, {});
		return;
	}
	const token = randomUUID();
	tokens.add(token);
	sendJson(visit, 200, {token});
}

const framePage = toHtml({
	title: 'Widget',
	body: `<label style="display: none"><input type="checkbox"> Verify you are human</label>
<script>
const box = document.querySelector('input');
let moves = 0;
document.addEventListener('mousemove', event => { if (event.isTrusted) moves += 1; });
setTimeout(() => { box.parentElement.style.display = 'block'; }, 300);
box.addEventListener('click', async event => {
	const reply = await fetch('/verify', {method: 'POST', body: JSON.stringify({trusted: event.isTrusted, moves})});
	if (!reply.ok) { box.checked = false; return; }
	parent.postMessage(await reply.json(), '*');
});
</script>`,
});
