import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.ts';
import type {Subtitle} from '../client/schemas.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Field} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {subtitleName} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';

/** Shows a subtitle earlier or later, or fits it to the sound of its video. */
export function SubtitleTimes({
	path,
	subtitle,
	onClose,
	onChanged,
}: {
	path: string;
	subtitle: Subtitle;
	onClose: () => void;
	onChanged: () => void;
}) {
	const {client, notify} = useApp();
	const [seconds, setSeconds] = useState('');
	const [fault, setFault] = useState('');
	const offsetMs = Math.round(Number(seconds.replace(',', '.')) * 1000);
	const change = async (action: string, body?: object) => {
		try {
			const reply = await client.post(`${path}/${subtitle.id}/${action}`, body);
			notify(reply?.message ?? 'The subtitle has its new times.');
			onClose();
			onChanged();
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	return html`<${Dialog} title=${`Times of the subtitle ${subtitleName(subtitle)}`} onClose=${onClose}>
		<div class="form">
			<${Field} label="Seconds later" hint="It comes too early: 1.5 shows it a second and a half later. Too late: -1.5." fault=${fault}>${(
				ids: object,
			) =>
				html`<input ...${ids} inputmode="text" value=${seconds} onInput=${({currentTarget}: FieldEvent) => setSeconds(currentTarget.value)} />`}<//>
			${!['downloaded', 'uploaded'].includes(subtitle.source) && html`<p class="hint">Kinoteka did not put this file there, so it stays as it is. One with the new times is put beside it.</p>`}
		</div>
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
			<${Button} label="Fit to the sound" onClick=${() => change('synchronise')} />
			<${Button} kind="primary" label="Shift" disabled=${!offsetMs} onClick=${() => change('shift', {offsetMs})} /></footer>
	<//>`;
}
