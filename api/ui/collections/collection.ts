import {useState} from 'preact/hooks';
import {type Problem, toProblem} from '../client/problem.ts';
import type {CollectionPart as Part} from '../client/schemas.ts';
import {TagsField, toTags} from '../forms/title-tags-field.ts';
import {Badge, Failure, Loaded, ViewHead, Waiting} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox, SelectField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {Poster} from '../parts/poster.ts';
import {day} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {availabilities, toFolderChoices, toProfileChoices, useChoices, useLibraries} from '../state/choices.ts';
import {to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useTitleEvents} from '../state/use-title-events.ts';
import type {Collection} from './collections.ts';

interface Adding {
	libraryId: string | null;
	rootFolderPath: string | null;
	qualityProfileId: string | null;
	minimumAvailability: string | null;
	searchOnAdd: boolean;
	tags: string[];
}

type CollectionDetail = Collection & Adding & {overview: string | null; parts: Part[]};

export function View({params}: ViewProps) {
	const {client, attempt, notify, may} = useApp();
	const path = `api/collections/${encodeURIComponent(params['id'] ?? '')}`;
	const found: Data<CollectionDetail> = useData(path);
	useTitleEvents(found.reload, ({kind}) => kind === 'movie', 2_000);
	const [isChoosing, setChoosing] = useState(false);
	const monitor = (monitored: boolean) =>
		attempt(async () => {
			await client.put(path, {monitored});
			found.reload();
		});
	const add = (metaIds: number[] | null) => attempt(async () => void notify((await client.post(`${path}/add-missing`, {metaIds})).message));
	return html`<${Loaded} from=${found}>${(collection: CollectionDetail) => {
		const {title, overview, monitored, missing, tags, parts} = collection;
		return html`
		<${ViewHead} title=${title}>
			${
				may('addTitles') &&
				html`<${Button} icon=${monitored ? 'eye' : 'eyeOff'} label=${monitored ? 'Monitored' : 'Monitor'} pressed=${monitored} onClick=${() => monitor(!monitored)} />
				<${Button} label="How films are added" onClick=${() => setChoosing(true)} />
				<${Button} kind="primary" icon="plus" label="Add missing" disabled=${!missing} onClick=${() => add(null)} />`
			}
		<//>
		${overview && html`<p class="overview" dir="auto">${overview}</p>`}
		<p class="hint">${monitored ? 'Missing films are added as soon as they are released.' : 'Missing films are added only on request.'}${tags.length > 0 && ` They are tagged ${tags.join(', ')}.`}</p>
		<ul class="rows results">${parts.map(
			part => html`<${Row} key=${part.metaId} part=${part} mayAdd=${may('addTitles')} onAdd=${() => add([part.metaId])} />`,
		)}</ul>
		${isChoosing && html`<${AddingDialog} path=${path} collection=${collection} onClose=${() => setChoosing(false)} onSaved=${found.reload} />`}`;
	}}<//>`;
}

const ofNewest = {value: '', label: 'As for its newest film here'};
const choosable = ['libraryId', 'rootFolderPath', 'qualityProfileId', 'minimumAvailability', 'tags'];

/** How films of the collection are added. */
function AddingDialog({
	path,
	collection,
	onClose,
	onSaved,
}: {
	path: string;
	collection: CollectionDetail;
	onClose: () => void;
	onSaved: () => void;
}) {
	const {client, notify} = useApp();
	const {profiles, folders, error} = useChoices();
	const libraries = useLibraries('movies');
	const [changed, setChanged] = useState<Record<string, unknown>>({});
	const [tags, setTags] = useState(collection.tags.join(', '));
	const [problem, setProblem] = useState<Problem | null>(null);
	const values = {...collection, ...changed};
	const save = async () => {
		try {
			await client.put(path, {...changed, ...(tags !== collection.tags.join(', ') && {tags: toTags(tags)})});
			notify('Saved.');
			onClose();
			onSaved();
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	const select = (name: Exclude<keyof Adding, 'searchOnAdd' | 'tags'>, label: string, choices: readonly any[]) =>
		html`<${SelectField} label=${label} value=${values[name] ?? ''} choices=${[ofNewest, ...choices]} fault=${problem?.of(name)}
			onChange=${(value: string) => setChanged({...changed, [name]: value || null})} />`;
	return html`<${Dialog} title="How films are added" onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		${
			profiles && folders
				? html`<${Form} class="form" onSubmit=${save}>
				${libraries.length > 0 && select('libraryId', 'Library', libraries)}
				${select('rootFolderPath', 'Root folder', toFolderChoices(folders))}
				${select('qualityProfileId', 'Quality profile', toProfileChoices(profiles))}
				${select('minimumAvailability', 'When to search', availabilities)}
				<${TagsField} value=${tags} fault=${problem?.of('tags')} onInput=${setTags} />
				<${Checkbox} label="Search for them once they are added" checked=${values.searchOnAdd}
					onChange=${(searchOnAdd: boolean) => setChanged({...changed, searchOnAdd})} />
				${problem?.isBeyond(choosable) && html`<${Failure} error=${problem} />`}
				<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} kind="primary" type="submit" label="Save" /></footer>
			<//>`
				: html`<${Waiting} rows=${4} />`
		}
	<//>`;
}

function Row({
	part: {title, year, releaseDate, posterUrl, inLibrary, id, hasFile, excluded, declined},
	mayAdd,
	onAdd,
}: {
	part: Part;
	mayAdd: boolean;
	onAdd: () => unknown;
}) {
	return html`<li class="row result">
		<${Poster} title=${title} url=${posterUrl} />
		<div class="result-about">
			<h2>${inLibrary ? html`<a href=${to(`movies/${id}`)}>${title}</a>` : title} <span class="muted">${year ?? ''}</span></h2>
			<p class="facts"><span>${releaseDate ? day(releaseDate) : 'No date yet'}</span>
				${declined && !inLibrary && html`<span>Deleted by a person</span>`}${excluded && html`<span>Excluded</span>`}</p>
		</div>
		<div class="result-action">${
			inLibrary
				? html`<${Badge} kind=${hasFile ? 'ok' : 'warn'}>${hasFile ? 'In the library' : 'Without a file'}<//>`
				: mayAdd && !excluded && html`<${Button} icon="plus" label="Add" onClick=${onAdd} />`
		}</div>
	</li>`;
}
