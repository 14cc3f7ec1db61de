import {useState} from 'preact/hooks';
import {AddDialog} from '../add/add-dialog.ts';
import {type OfKind, useFound} from '../add/use-found.ts';
import {query} from '../client/client.ts';
import type {ChosenTitle, Pagination} from '../client/types.ts';
import {Button} from '../parts/button.ts';
import {TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {number} from '../parts/text.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useTyped} from '../state/use-typed.ts';

interface Named {
	id: string;
	title: string;
	year: number | null;
}

/** Finds a title of the library, or adds one that is not there yet. */
export function TitlePicker({label, onPick}: {label: string; onPick: (title: ChosenTitle) => void}) {
	const [search, setSearch] = useState('');
	const [typed, setTyped] = useTyped(search, setSearch);
	/** Stays on while the person goes on typing. */
	const [isLookingUp, setLookingUp] = useState(false);
	const path = (kind: string) => (search ? `api/library/${kind}${query({search, limit: 5})}` : null);
	const movies: Data<{movies: Named[]; pagination: Pagination}> = useData(path('movies'));
	const series: Data<{series: Named[]; pagination: Pagination}> = useData(path('series'));
	const pick =
		({id, title}: Named, kind: 'movie' | 'series') =>
		() => {
			setTyped('');
			setSearch('');
			setLookingUp(false);
			onPick({kind, id, title, episodes: []});
		};
	const added = ({kind, title}: OfKind, id: string) => pick({...title, id}, kind === 'movies' ? 'movie' : 'series')();
	const choices = [
		...(movies.data?.movies ?? []).map(title => ({title, kind: 'movie' as const})),
		...(series.data?.series ?? []).map(title => ({title, kind: 'series' as const})),
	];
	const fault = movies.error ?? series.error;
	const others = (movies.data?.pagination.total ?? 0) + (series.data?.pagination.total ?? 0) - choices.length;
	const isNone = movies.data && series.data && choices.length === 0;
	const more = others > 0 ? `${number(others)} more fit. Type more of the name.` : undefined;
	return html`<div class="picker">
		<${TextField} label=${label} type="search" placeholder="Search the library" value=${typed} onInput=${setTyped} fault=${fault?.message}
			hint=${isNone ? 'No title in the library matches.' : movies.isLoading || series.isLoading ? 'Searching …' : more} />
		${isNone && (isLookingUp ? html`<${NewTitle} text=${search} onAdded=${added} />` : html`<${Button} icon="search" label="Look it up and add it" onClick=${() => setLookingUp(true)} />`)}
		${choices.map(
			({
				title,
				kind,
			}) => html`<button key=${title.id} type="button" class="button" onClick=${pick(title, kind)}><${Icon} name=${kind === 'movie' ? 'film' : 'tv'} />
				<span>${title.title} ${title.year ?? ''}<span class="hidden">, ${kind}</span></span></button>`,
		)}
	</div>`;
}

/** Titles that are offered at once. */
const fewTitles = 5;

/** Titles of the metadata provider, of which one is added to the library. */
function NewTitle({text, onAdded}: {text: string; onAdded: (title: OfKind, id: string) => void}) {
	const [chosen, setChosen] = useState<OfKind | null>(null);
	const {found, isLoading, error} = useFound(text, '');
	const hint =
		error?.message ??
		(isLoading ? 'Asking the metadata provider …' : found.length === 0 ? 'The metadata provider knows no such title either.' : '');
	return html`<p class="hint" role="status">${hint}</p>
		${found.slice(0, fewTitles).map(each => {
			const {metaId, title, year, inLibrary, id} = each.title;
			const isHere = inLibrary && id; // under another name than the one that was typed
			return html`<${Button} key=${`${each.kind} ${metaId}`} icon=${isHere ? 'check' : 'plus'} label=${`${isHere ? 'Choose' : 'Add'} ${title}${year ? ` (${year})` : ''}`}
				onClick=${() => (isHere ? onAdded(each, id) : setChosen(each))} />`;
		})}
		${chosen && html`<${AddDialog} kind=${chosen.kind} found=${chosen.title} onAdded=${(id: string) => onAdded(chosen, id)} onClose=${() => setChosen(null)} />`}`;
}
