import type {HeldTitles as Held} from '../client/schemas.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';

const whats: Readonly<Record<string, string>> = {
	remove: 'removed from the library; their files stay',
	tag: 'given the tags of the list',
	unmonitor: 'no longer monitored',
};

/** The question what happens to titles that have left a list. */
export function HeldTitles({
	path,
	held: {id, count, titles},
	action,
	onClose,
	onDecided,
}: {
	path: string;
	held: Held;
	action: string;
	onClose: () => void;
	onDecided: () => void;
}) {
	const {client, attempt} = useApp();
	const decide = async (chosen: string) => {
		await attempt(async () => ({message: (await client.post(`${path}/held`, {action: chosen, heldId: id})).message}));
		onClose();
		onDecided();
	};
	const what = whats[action] ?? whats['unmonitor'];
	const more = count - titles.length;
	return html`<${Dialog} title=${`${count} titles have left the list`} onClose=${onClose}>
		<p>They would be ${what}. That is more than the list may change without asking.</p>
		<ul class="reasons">${titles.map(title => html`<li key=${title}>${title}</li>`)}</ul>
		${more > 0 && html`<p>And ${more} more.</p>`}
		<footer class="actions">
			<${Button} label="Keep them" onClick=${() => decide('keep')} />
			<${Button} kind="danger" label="Go ahead" onClick=${() => decide('apply')} />
		</footer>
	<//>`;
}
