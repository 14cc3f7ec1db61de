import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {isShownByBanner} from '../client/problem.ts';
import type {ImportCandidate as Candidate, ChosenTitle, Pagination} from '../client/types.ts';
import {Empty, Failure, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {counted} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {CandidateRow} from './candidate-row.ts';
import {idsOf, readTitle} from './chosen-title.ts';
import type {Said} from './correction.ts';
import {useStarted} from './use-started.ts';

interface CandidatesPage {
	folder: string;
	candidates: Candidate[];
	pagination: Pagination;
}

/** A folder, or a download of the queue. */
interface ImportSource {
	path?: string;
	queueId?: string;
}

const modes = [
	{value: 'hardlink', label: 'Hard link, or copy'},
	{value: 'copy', label: 'Copy'},
	{value: 'move', label: 'Move'},
];

const nothing = html`<${Empty} icon="folder" title="There is no video to import"><p>Files that the library has already are left out.</p><//>`;

/**
 * The files of a place, what the service read of each, and to which title a person gives it.
 * @param props `other` leads to another place.
 */
export function Candidates({
	from,
	other,
	onStarted,
	onClose,
}: {
	from: ImportSource;
	other?: any;
	onStarted: () => void;
	onClose?: () => void;
}) {
	const [page, setPage] = useState(1);
	const found: Data<CandidatesPage> = useData(`api/manual-import${toQuery({...from, page, limit: 50})}`);
	const done = () => {
		found.reload();
		onStarted();
	};
	if (other && found.error && found.data === null && !isShownByBanner(found.error)) {
		return html`<${Failure} error=${found.error} /><footer class="actions">${other}</footer>`;
	}
	return html`<${Loaded} from=${found} rows=${3}>${({folder, candidates, pagination}: CandidatesPage) => html`
		<div class="import-from"><h2 class="hint">${folder}</h2>${other}</div>
		<${Paged} page=${page} pages=${pagination.totalPages} count=${candidates.length} empty=${nothing} onPage=${setPage}>
			<${Choices} key=${page} queueId=${from.queueId} candidates=${candidates} onStarted=${done} onClose=${onClose} /><//>`}<//>`;
}

function Choices({
	queueId,
	candidates,
	onStarted,
	onClose,
}: {
	queueId?: string | undefined;
	candidates: readonly Candidate[];
	onStarted: () => void;
	onClose?: () => void;
}) {
	const {client, attempt} = useApp();
	const [chosen, setChosen] = useState(() => soundTitles(candidates));
	const [mode, setMode] = useState('hardlink');
	const [said, setSaid] = useState<Record<string, Said>>({});
	const started = useStarted();
	// They are listed until they are in the library, and again if their import is refused.
	const left = candidates.filter(({path}) => (started.of(path)?.stage ?? 'refused') === 'refused');
	const files = left.flatMap(({path}) => (chosen[path] ? [{path, ...idsOf(chosen[path]), ...said[path]}] : []));
	const start = async () => {
		const isWhole = await attempt(async () => {
			const {imports, message} = await client.post('api/manual-import', {files, mode, ...(queueId && {queueId})});
			started.add(imports);
			const begun = new Set(imports.flatMap((one: {path: string; queueId: string | null}) => (one.queueId ? one.path : [])));
			setChosen(Object.fromEntries(Object.entries(chosen).filter(([path]) => !begun.has(path))));
			return toDone(imports, message);
		});
		isWhole && onStarted();
	};
	const startedNote = html`<${StartedNote} started=${started} />`;
	if (left.length === 0) {
		return startedNote;
	}
	return html`${startedNote}
	<ul class="rows" data-entry>${left.map(
		each => html`<${CandidateRow} key=${each.id} candidate=${each} chosen=${chosen[each.path] ?? null}
			refusals=${started.of(each.path)?.reasons ?? null}
			said=${said[each.path] ?? {}} onSay=${(one: Said) => setSaid({...said, [each.path]: one})}
			onChoose=${(title: ChosenTitle | null) => setChosen({...chosen, [each.path]: title})} />`,
	)}</ul>
	<footer class="actions import-foot">
		<${SelectField} label="How" value=${mode} choices=${modes} onChange=${setMode} />
		${onClose && html`<${Button} label="Cancel" onClick=${onClose} />`}
		<${Button} kind="primary" icon="import" label=${`Import ${files.length || ''}`} disabled=${files.length === 0} onClick=${start} />
	</footer>`;
}

/** What is chosen at first: titles that nothing speaks against. */
function soundTitles(candidates: readonly Candidate[]): Record<string, ChosenTitle | null> {
	const sound = candidates.filter(({rejections, movie, episodes}) => rejections.length === 0 && (movie || episodes.length > 0));
	return Object.fromEntries(sound.map(each => [each.path, readTitle(each)]));
}

/** A file that could not be started makes it a failure, with its reason. */
function toDone(imports: readonly {error: string | null}[], message: string) {
	const faults = imports.flatMap(({error}) => error ?? []);
	if (faults.length > 0) {
		throw new Error([message, ...new Set(faults)].join(' '));
	}
	return {message};
}

/** How far they are. */
function StartedNote({started: {count}}: {started: ReturnType<typeof useStarted>}) {
	const [running, refused, imported] = [count('running'), count('refused'), count('imported')];
	const be = (of: number) => (of === 1 ? 'is' : 'are');
	const parts = [
		running > 0 && `${counted(running, 'file')} ${be(running)} being imported.`,
		imported > 0 && `${counted(imported, 'file')} ${be(imported)} in the library.`,
		refused > 0 && `${counted(refused, 'file')} could not be imported, and ${be(refused)} listed again.`,
	].filter(Boolean);
	return parts.length > 0 && html`<p class="hint started" role="status">${parts.join(' ')} <a href=${to('queue')}>Queue</a></p>`;
}
