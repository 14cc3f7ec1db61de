import {useEffect, useState} from 'preact/hooks';
import {Badge, Loaded, Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {moment, number} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {Folders} from './folders.ts';
import {Report} from './report.ts';
import {SideBySide} from './side-by-side.ts';
import {type Move, moveStates, programs} from './words.ts';

/** Milliseconds: no event tells how far a move is. */
const againMs = 1_500;
const isAtWork = (state: string) => ['planning', 'running', 'takingOver', 'undoing'].includes(state);

/** One move: what it brings, where its folders are, and what a person may do with it. */
export function MoveOf({id, onOver, onAnew}: {id: string; onOver: () => void; onAnew: () => void}) {
	const move: Data<Move> = useData(`api/moves/${encodeURIComponent(id)}`);
	const state = move.data?.state ?? '';
	useEffect(() => {
		if (!(isAtWork(state) || move.data?.comparison?.state === 'reading') || move.isLoading) {
			return;
		}
		const timer = setTimeout(move.reload, againMs);
		return () => clearTimeout(timer);
	}, [state, move.isLoading, move.data, move.error]);
	return html`<${Loaded} from=${move} rows=${3}>${(data: Move) => html`<div class="change">
		<${Standing} move=${data} />
		<${Actions} key=${data.state} move=${data} onChange=${move.reload} onOver=${onOver} onAnew=${onAnew} />
		${data.state === 'completed' && html`<${SideBySide} move=${data} onChange=${move.reload} />`}
		${data.state !== 'planning' && data.folders.length > 0 && html`<${Folders} move=${data} onChange=${move.reload} />`}
		${data.state !== 'planning' && data.plannedAt !== null && html`<${Report} key=${`${data.plannedAt} ${data.endedAt}`} move=${data} onChange=${move.reload} />`}</div>`}<//>`;
}

function Standing({move: {state, sources, message, summary, totals, moved, endedAt}}: {move: Move}) {
	const {kind, label} = moveStates[state];
	const titles = totals
		.filter(each => each.kind === 'movie' || each.kind === 'series')
		.filter(({outcome}) => outcome !== 'cannot')
		.reduce((sum, {rows}) => sum + rows, 0);
	const warnings = sources.flatMap(each => each.warnings);
	return html`<div class="standing">
		<p class="facts"><span><${Badge} kind=${kind}>${label}<//></span>
			${sources.map(({program}, index) => program && html`<span key=${index}>${programs[program]}</span>`)}
			${endedAt && html`<span>${moment(endedAt)}</span>`}</p>
		${state === 'planning' && html`<p class="searching" role="status"><span class="spinner" />Looking at what is there. A large library takes some minutes; you may leave this page …</p>`}
		${state === 'running' && html`<${Progress} percent=${(100 * moved) / Math.max(1, titles)} label="Titles that are here" /><p class="hint number" role="status">${number(moved)} of ${number(titles)} titles are here.</p>`}
		${state === 'takingOver' && html`<p class="searching" role="status"><span class="spinner" />Bringing what has changed, and taking over what is being downloaded …</p>`}
		${state === 'undoing' && html`<p class="searching" role="status"><span class="spinner" />Taking it back …</p>`}
		${message && html`<p class="fault">${message}</p>`}
		${warnings.map(({message: text}, index) => html`<p class="hint" key=${index}>${text}</p>`)}
		${state !== 'planning' && summary.length > 0 && html`<div aria-label="In short" role="group">${summary.map(sentence => html`<p key=${sentence}>${sentence}</p>`)}</div>`}
		${state === 'completed' && html`<${WhatNext} />`}
	</div>`;
}

/** What is held back until somebody says so. */
function WhatNext() {
	return html`<p>Look around in <a href=${to('movies')}>your movies</a> and <a href=${to('series')}>series</a>. Kinoteka grabs nothing by itself yet.</p>
		<p>When you are content, stop the other programs and take over. Then what they were downloading becomes ours, Kinoteka searches by itself, and notifications and import lists are switched on.</p>`;
}

function Actions({
	move: {id, state, plannedAt, endedAt, folders},
	onChange,
	onOver,
	onAnew,
}: {
	move: Move;
	onChange: () => void;
	onOver: () => void;
	onAnew: () => void;
}) {
	const {client, attempt} = useApp();
	const [isAsked, setAsked] = useState<'start' | 'take-over' | 'anyway' | 'undo' | null>(null);
	const ask = (what: string, body: object | undefined = undefined) =>
		attempt(async () => {
			await client.post(`api/moves/${id}/${what}`, body);
			setAsked(null);
			onChange();
			onOver();
		});
	const takeOver = () =>
		attempt(async () => {
			try {
				await client.post(`api/moves/${id}/take-over`, {anyway: isAsked === 'anyway'});
			} catch (error) {
				if ((error as {code?: string}).code === 'still_running') {
					setAsked('anyway');
				}
				throw error;
			}
			setAsked(null);
			onChange();
			onOver();
		});
	const unknown = folders.filter(folder => folder.to === null).length;
	const canStart = state === 'planned' || (plannedAt !== null && (state === 'failed' || state === 'cancelled'));
	const isDone = ['completed', 'takenOver', 'failed'].includes(state) || (state === 'cancelled' && endedAt !== null);
	const mayUndo = isDone && plannedAt !== null;
	const start = () => (unknown > 0 ? setAsked('start') : ask('start', {}));
	return html`<div class="change-actions">
			${canStart && html`<${Button} kind="primary" icon="check" label=${state === 'planned' ? 'Move in' : 'Go on'} onClick=${start} />`}
			${state === 'completed' && html`<${Button} kind="primary" icon="check" label="Take over" onClick=${() => setAsked('take-over')} />`}
			${!['completed', 'takingOver', 'takenOver', 'undoing', 'cancelled', 'undone'].includes(state) && html`<${Button} icon="close" label="Give up" onClick=${() => ask('cancel')} />`}
			${mayUndo && html`<${Button} icon="back" label="Undo" onClick=${() => setAsked('undo')} />`}
			${isDone && html`<${Button} icon="upload" label="Other backups" onClick=${onAnew} />`}
			${plannedAt !== null && html`<a class="button plain" href=${`api/moves/${id}/report.csv`} download><span>Download the report</span></a>`}
		</div>
		${
			isAsked === 'start' &&
			html`<${Dialog} title="Start without some folders?" onClose=${() => setAsked(null)}>
				<p>Nobody has said yet where ${unknown === 1 ? 'one folder is' : `${unknown} folders are`} here. ${unknown === 1 ? 'Its' : 'Their'} titles would come without files and unmonitored.</p>
				<footer class="actions"><${Button} label="Cancel" onClick=${() => setAsked(null)} /><${Button} kind="primary" label="Move in" onClick=${() => ask('start', {withoutFolders: true})} /></footer><//>`
		}
		${
			(isAsked === 'take-over' || isAsked === 'anyway') &&
			html`<${Dialog} title="Are the other programs stopped?" onClose=${() => setAsked(null)}>
				<p>From now on Kinoteka searches and downloads by itself. A Radarr or Sonarr that still runs would download the same again.</p>
				${isAsked === 'anyway' && html`<p class="fault" role="alert">One of them still answers and grabs by itself. Stop it, or take over in spite of it.</p>`}
				<footer class="actions"><${Button} label="Cancel" onClick=${() => setAsked(null)} /><${Button} kind="primary" label=${isAsked === 'anyway' ? 'Take over in spite of it' : 'Take over'} onClick=${takeOver} /></footer><//>`
		}
		${
			isAsked === 'undo' &&
			html`<${Dialog} title="Take everything back?" onClose=${() => setAsked(null)}>
				<p>What came with this move goes again, unless you have changed or used it since. Your files stay.</p>
				<footer class="actions"><${Button} label="Cancel" onClick=${() => setAsked(null)} /><${Button} kind="danger" label="Undo" onClick=${() => ask('undo')} /></footer><//>`
		}`;
}
