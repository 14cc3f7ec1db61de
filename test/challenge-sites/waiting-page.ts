import {solvingScript} from './behind-door.ts';
import {toHtml} from './reply.ts';

/** The page "Just a moment...", with a script that may solve the task. */
export function waitingPage({task, script, body = ''}: {task: string; script: string; body?: string}): string {
	return toHtml({
		title: 'Just a moment...',
		head: '<meta name="robots" content="noindex,nofollow">',
		body: `<div class="main-content"><h1>127.0.0.1</h1>
<h2 id="cf-challenge-running">Checking if the site connection is secure</h2>
<div id="challenge-spinner"><div class="lds-ring"><div></div><div></div></div></div>${body}</div>
<script>window._cf_chl_opt = {cType: 'managed', cRay: '0000000000000000'};
${solvingScript(task)}
${script}</script>`,
	});
}
