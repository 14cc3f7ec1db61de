import {useEffect, useState} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {distance, moment} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {type Pause, PauseDialog} from './pause-dialog.ts';

/** Milliseconds after which what somebody else has paused is seen. */
const readMs = 30_000;

/** What is paused; read again every half minute, and when a view is opened. */
export function usePauses(isOn: boolean = true) {
	const pauses: Data<{pauses: Pause[]}> = useData(isOn ? 'api/pauses' : null);
	const {reload} = pauses;
	useEffect(() => {
		const timer = setInterval(() => document.hidden || reload(), readMs);
		addEventListener('hashchange', reload);
		addEventListener('kinoteka:paused', reload);
		return () => {
			clearInterval(timer);
			removeEventListener('hashchange', reload);
			removeEventListener('kinoteka:paused', reload);
		};
	}, [reload]);
	return pauses;
}

const nameOf = ({scope, name}: Pause) => (scope === 'all' ? 'Everything' : (name ?? 'Something'));

/** Stands above every view while anything is paused. */
export function PauseBanner() {
	const {client, attempt, user} = useApp();
	const {data} = usePauses();
	const [isOpen, setOpen] = useState(false);
	const pauses = data?.pauses ?? [];
	const [first] = pauses;
	if (!first) {
		return isOpen && html`<${PauseDialog} onClose=${() => setOpen(false)} />`;
	}
	const isAdmin = user.get()?.role === 'admin';
	const until = first.until ? `until ${moment(first.until)} (${distance(first.until)})` : 'until somebody resumes it';
	const text =
		pauses.length === 1 || first.scope === 'all' ? `${nameOf(first)} is paused ${until}.` : `${pauses.map(nameOf).join(', ')} are paused.`;
	const resume = () =>
		attempt(
			async () => {
				await client.remove(`api/pauses/${encodeURIComponent(first.id)}`);
				dispatchEvent(new Event('kinoteka:paused'));
			},
			`${nameOf(first)} was resumed.`,
		);
	return html`<div class="pause-banner" role="status"><${Icon} name="pause" /><p>${text}</p>
		${
			isAdmin &&
			html`<span class="row-actions">
			${(pauses.length === 1 || first.scope === 'all') && html`<${Button} icon="play" label="Resume" onClick=${resume} />`}
			<${Button} label="Change" onClick=${() => setOpen(true)} /></span>`
		}
		${isOpen && html`<${PauseDialog} onClose=${() => setOpen(false)} />`}
	</div>`;
}
