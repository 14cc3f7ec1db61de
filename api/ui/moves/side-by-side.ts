import {useRef, useState} from 'preact/hooks';
import {sendFile} from '../client/send-file.ts';
import {Badge} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {moment, number, size} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {type Move, programs, type Tone} from './words.ts';

interface Foreign {
	downloadId: string;
	title: string;
	status: string;
	size: number;
	client: {name: string};
}

const changes: Record<string, {kind: Tone; label: string}> = {
	added: {kind: 'ok', label: 'New'},
	changed: {kind: 'warn', label: 'Changed'},
	gone: {kind: 'quiet', label: 'Gone there'},
};
const shownAtFirst = 20;

/** What happens in the other programs while both run. */
export function SideBySide({move, onChange}: {move: Move; onChange: () => void}) {
	return html`<${Compared} move=${move} onChange=${onChange} /><${ForeignDownloads} />`;
}

/** What has changed there since. */
function Compared({move: {id, sources, comparison}, onChange}: {move: Move; onChange: () => void}) {
	const {client, attempt} = useApp();
	const [isLong, setLong] = useState(false);
	const [newer, setNewer] = useState<readonly (readonly File[])[]>([]);
	const [isSending, setSending] = useState(false);
	const compare = () =>
		attempt(async () => {
			setSending(true);
			const given = [];
			for (const [source, files] of newer.entries()) {
				const uploads = [];
				for (const file of files ?? []) {
					uploads.push(await sendFile('api/moves/uploads', file, {client, isWanted: () => true, onSent: () => undefined}));
				}
				uploads.length > 0 && given.push({source, uploads});
			}
			await client.post(`api/moves/${id}/compare`, {sources: given});
			setNewer([]);
			onChange();
		}).finally(() => setSending(false));
	const choose = (source: number) => (files: readonly File[]) =>
		setNewer(sources.map((_, index) => (index === source ? files : (newer[index] ?? []))));
	const isReading = comparison?.state === 'reading' || isSending;
	const isWithTitles = (program: string | null) => program === 'radarr' || program === 'sonarr';
	const mayAsk = sources.some(({url}) => url !== null) || newer.some(files => files.length > 0);
	const titles = comparison?.titles ?? [];
	const counts = comparison?.counts ?? {added: 0, changed: 0, gone: 0};
	const shown = isLong ? titles : titles.slice(0, shownAtFirst);
	return html`<section class="change" aria-labelledby="compared"><h2 id="compared">Changed there since</h2>
		${sources.map(
			({url, program}, index) =>
				url === null &&
				isWithTitles(program) &&
				html`<${NewerBackup} key=${index} name=${`${programs[program ?? '']}${sources.filter(each => each.program === program).length > 1 ? ` ${index + 1}` : ''}`} files=${newer[index] ?? []} onChoose=${choose(index)} />`,
		)}
		${isReading && html`<p class="searching" role="status"><span class="spinner" />Reading the other programs again …</p>`}
		${comparison?.message && html`<p class="fault">${comparison.message}</p>`}
		${
			comparison?.state === 'ready' &&
			html`<p>${number(counts.added)} new, ${number(counts.changed)} changed, ${number(counts.gone)} gone${comparison.at && html` (${moment(comparison.at)})`}. New and changed ones come when you take over; what you have changed here stays.</p>
			<ul class="rows dense">${shown.map(
				({source, sourceId, title, change}) => html`<li class="row" key=${`${source} ${sourceId}`}><div class="row-head">
					<p dir="auto">${title}</p><span class="hint">${programs[sources[source]?.program ?? ''] ?? ''}</span>
					<${Badge} kind=${changes[change]?.kind}>${changes[change]?.label}<//></div></li>`,
			)}</ul>
			${titles.length > shown.length && html`<div class="change-actions"><${Button} label="Show all" onClick=${() => setLong(true)} /></div>`}`
		}
		${mayAsk && html`<div class="change-actions"><${Button} icon="search" label="Look what has changed" disabled=${isReading} onClick=${compare} /></div>`}
	</section>`;
}

/** A program that was given as a file is read again from a newer one. */
function NewerBackup({name, files, onChoose}: {name: string; files: readonly File[]; onChoose: (files: readonly File[]) => void}) {
	const input = useRef<HTMLInputElement | null>(null);
	const label = `Newer backup of ${name}`;
	const choose = ({currentTarget}: any) => {
		onChoose([...currentTarget.files]);
		currentTarget.value = '';
	};
	return html`<div class="change-actions">
		<input ref=${input} type="file" hidden multiple accept=".zip,.db,.db-wal,.db-shm" aria-label=${label} onChange=${choose} />
		<${Button} icon="upload" label=${label} onClick=${() => input.current?.click()} />
		${files.length > 0 && html`<span class="hint" dir="auto">${files.map(file => file.name).join(', ')}</span>`}</div>`;
}

/** What the other programs download in our categories; nobody touches it. */
function ForeignDownloads() {
	const found: Data<{downloads: Foreign[]}> = useData('api/queue/foreign');
	const downloads = found.data?.downloads ?? [];
	return (
		downloads.length > 0 &&
		html`<section class="change" aria-labelledby="foreign"><h2 id="foreign">Downloads of the other programs</h2>
			<p class="hint">They are left alone. Those that the other programs have grabbed and not imported yet become ours when you take over.</p>
			<ul class="rows dense">${downloads.slice(0, 100).map(
				each => html`<li class="row" key=${`${each.client.name} ${each.downloadId}`}><div class="row-head">
					<p class="renamed"><${ReleaseName} name=${each.title} /></p><span class="hint number">${size(each.size)}</span>
					<span class="hint">${each.client.name}</span></div></li>`,
			)}</ul></section>`
	);
}
