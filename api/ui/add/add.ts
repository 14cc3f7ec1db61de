import {useEffect, useState} from 'preact/hooks';
import {Empty, Failure, Tabs, ViewHead} from '../parts/blocks.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {changeQuery, type ViewProps} from '../state/route.ts';
import {useFocus} from '../state/use-focus.ts';
import {useTyped} from '../state/use-typed.ts';
import {FirstSteps} from '../steps/first-steps.ts';
import {AddDialog} from './add-dialog.ts';
import {Result} from './result.ts';
import {type OfKind, useFound} from './use-found.ts';
import {useRuntimes} from './use-runtimes.ts';

const kinds = [
	{value: '', label: 'All'},
	{value: 'movies', label: 'Movies'},
	{value: 'series', label: 'Series'},
];

export function View({query}: ViewProps) {
	const wanted = query.get('kind') ?? '';
	const text = query.get('title') ?? '';
	const [typed, setTyped] = useTyped(text, title => changeQuery({title}));
	const first = useFocus();
	const [chosen, setChosen] = useState<OfKind | null>(null);
	const found = useFound(text, wanted);
	useEffect(() => setChosen(null), [text]);
	return html`<${ViewHead} title="Add a title">
			<${Tabs} label="Movies or series" value=${wanted} choices=${kinds} onChange=${(kind: string) => changeQuery({kind})} />
		<//>
		<label class="search big"><span class="hidden">Title</span><${Icon} name="search" />
			<input type="search" placeholder="Title, or an id: imdb:tt0133093, tmdb:603, tvdb:81189"
				ref=${first} maxlength="200" value=${typed} onInput=${(event: FieldEvent) => setTyped(event.currentTarget.value)} /></label>
		${query.has('folder') && html`<p class="hint">Its folder is <bdi>${query.get('folder')}</bdi>, and the files in it are taken in.</p>`}
		<${Results} ...${found} text=${text} onChoose=${setChosen} />
		${chosen && html`<${AddDialog} key=${`${chosen.kind} ${chosen.title.metaId}`} kind=${chosen.kind} found=${chosen.title} folder=${query.get('folder')} onClose=${() => setChosen(null)} />`}`;
}

function Results({
	found,
	isLoading,
	error,
	reload,
	text,
	onChoose,
}: ReturnType<typeof useFound> & {text: string; onChoose: (found: OfKind) => void}) {
	const runtimeOf = useRuntimes(found);
	if (!text) {
		return html`<${FirstSteps} /><${Empty} icon="search" title="What would you like to see?"><p>Type a title. Titles you already have are marked.</p><//>`;
	}
	if (error) {
		return html`<${Failure} error=${error} onRetry=${reload} />`;
	}
	if (isLoading) {
		return html`<p class="searching" role="status"><span class="spinner" />Asking the metadata provider …</p>`;
	}
	if (found.length === 0) {
		return html`<${Empty} icon="search" title="No title found"><p>Try fewer words, or the original title.</p><//>`;
	}
	return html`<ul class="rows results">${found.map(
		each =>
			html`<${Result} key=${`${each.kind} ${each.title.metaId}`} found=${each.title} kind=${each.kind} runtime=${runtimeOf(each)} onChoose=${() => onChoose(each)} />`,
	)}</ul>`;
}
