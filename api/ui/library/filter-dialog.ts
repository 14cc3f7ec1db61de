import {useState} from 'preact/hooks';
import {toProblem} from '../client/problem.ts';
import type {CustomFilter as SavedFilter} from '../client/schemas.ts';
import {useTags} from '../forms/title-tags-field.ts';
import {Failure, Waiting} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {languageChoices} from '../parts/text.ts';
import {qualitiesOf} from '../profiles/ranks.ts';
import {useApp} from '../state/app-state.ts';
import {availabilities, seriesTypes, toFolderChoices, toProfileChoices, useChoices, useLibraries} from '../state/choices.ts';
import {changeQuery} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {toConditions, toValues} from './conditions.ts';

const any = {value: '', label: 'Any'};
const yesOrNo = [any, {value: 'true', label: 'Yes'}, {value: 'false', label: 'No'}];
const statuses = [
	any,
	{value: 'continuing', label: 'Continuing'},
	{value: 'ended', label: 'Ended'},
	{value: 'upcoming', label: 'Upcoming'},
];

const bytesPerGb = 1e9;

/** Languages in which many films and series are made; there are hundreds of others. */
const spoken = 'ar cs da de el en es fa fi fr he hi hu id is it ja ko ml nl no pl pt ro ru sv ta te th tr uk zh'.split(' ');

/** Every profile ranks all qualities. */
const qualityChoices = (profiles: ReturnType<typeof useChoices>['profiles']) =>
	(profiles?.[0]?.items ?? []).flatMap(item => qualitiesOf(item)).map(value => ({value, label: value}));

/** Several conditions at once, to be used now or kept under a name. */
export function FilterDialog({
	kind,
	conditions,
	sort,
	onClose,
}: {
	kind: 'movies' | 'series';
	conditions: Record<string, string>;
	sort: string;
	onClose: () => void;
}) {
	const {profiles, folders, error} = useChoices();
	const qualities = qualityChoices(profiles);
	const libraries = useLibraries(kind);
	const tags = useTags().map(({label}) => ({value: label, label}));
	const [values, setValues] = useState(conditions);
	const set = (name: string) => (value: string) => setValues({...values, [name]: value});
	const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
	const use = (chosen: Record<string, string>, order: string | null = null) => {
		changeQuery({...toConditions(kind, chosen), ...(order && {sort: order})});
		onClose();
	};
	const choose = (name: string, label: string, options: readonly {value: string; label: string}[]) =>
		html`<${SelectField} label=${label} value=${values[name] ?? ''} onChange=${set(name)} choices=${options} />`;
	const type = (name: string, label: string, rest: object = {}) =>
		html`<${TextField} label=${label} value=${values[name] ?? ''} onInput=${set(name)} ...${rest} />`;
	const gigabytes = (name: string, label: string) =>
		html`<${GigabytesField} label=${label} bytes=${values[name] ?? ''} onInput=${set(name)} />`;
	const year = {type: 'number', min: '0', max: '9999', inputmode: 'numeric'};
	return html`<${Dialog} title="Filter" onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		<${Saved} kind=${kind} conditions=${given} sort=${sort} onUse=${use} onEdit=${setValues} />
		${
			profiles && folders
				? html`<${Form} class="form filter-form" onSubmit=${async () => use(given)}>
				${choose('monitored', 'Monitored', yesOrNo)}
				${choose('downloaded', kind === 'movies' ? 'In the library' : 'Complete', yesOrNo)}
				${choose('qualityProfileId', 'Quality profile', [any, ...toProfileChoices(profiles)])}
				${choose('rootFolderPath', 'Root folder', [any, ...toFolderChoices(folders)])}
				${libraries.length > 0 && choose('libraryId', 'Library', [any, ...libraries])}
				${tags.length > 0 && choose('tag', 'Tag', [any, ...tags])}
				${kind === 'movies' && choose('minimumAvailability', 'When to search', [any, ...availabilities])}
				${kind === 'series' && choose('status', 'Status', statuses)}
				${kind === 'series' && choose('type', 'Type', [any, ...seriesTypes.filter(({value}) => value !== '')])}
				${type('minYear', 'From the year', year)}${type('maxYear', 'To the year', year)}
				${type('minRating', 'Rated at least', {type: 'number', min: '0', max: '10', step: '0.1', inputmode: 'decimal'})}
				${kind === 'movies' && choose('quality', 'Quality of the file', [any, ...qualities])}
				${choose('originalLanguage', 'Original language', [any, ...languageChoices([...spoken, values['originalLanguage'] ?? ''])])}
				${gigabytes('minSize', 'Larger than (GB)')}${gigabytes('maxSize', 'Smaller than (GB)')}
				${type('genre', 'Genre', {maxlength: '100'})}${kind === 'series' && type('network', 'Network', {maxlength: '200'})}
				<footer class="actions"><${Button} label="Clear" onClick=${() => use({})} /><${Button} type="submit" kind="primary" label="Show" /></footer>
			<//>`
				: html`<${Waiting} rows=${4} />`
		}
	<//>`;
}

const toBytes = (gigabytes: string) => (gigabytes === '' ? '' : String(Math.round(Number(gigabytes) * bytesPerGb)));

/** The service counts bytes. What is typed stays as it is, because `1.0` may become `1.05`. */
function GigabytesField({label, bytes, onInput}: {label: string; bytes: string; onInput: (bytes: string) => void}) {
	const [typed, setTyped] = useState('');
	const value = toBytes(typed) === bytes ? typed : bytes && String(Number(bytes) / bytesPerGb);
	const type = (text: string) => {
		setTyped(text);
		onInput(toBytes(text));
	};
	return html`<${TextField} label=${label} type="number" min="0" step="any" inputmode="decimal" value=${value} onInput=${type} />`;
}

const toTexts = (conditions: Record<string, unknown>) =>
	Object.fromEntries(Object.entries(conditions).map(([name, value]) => [name, String(value)]));

/** The filters that this person has kept. One that is edited puts its conditions into the form below. */
function Saved({
	kind,
	conditions,
	sort,
	onUse,
	onEdit,
}: {
	kind: 'movies' | 'series';
	conditions: Record<string, string>;
	sort: string;
	onUse: (conditions: Record<string, string>, sort: string | null) => void;
	onEdit: (conditions: Record<string, string>) => void;
}) {
	const {client, attempt} = useApp();
	const {data, reload, change}: Data<{customFilters: SavedFilter[]}> = useData('api/custom-filters');
	const [name, setName] = useState('');
	const [fault, setFault] = useState('');
	const [edited, setEdited] = useState<SavedFilter | null>(null);
	const own = data?.customFilters.filter(each => each.kind === kind) ?? [];
	const finish = () => {
		setEdited(null);
		setName('');
		setFault('');
	};
	const save = async () => {
		setFault('');
		const body = {kind, name, conditions: toValues(conditions), sort: edited ? edited.sort : sort};
		try {
			const saved = await (edited ? client.put(`api/custom-filters/${edited.id}`, body) : client.post('api/custom-filters', body));
			// A name that is chosen before the list was read again has its new conditions.
			change(last => ({
				customFilters: edited ? last.customFilters.map(each => (each.id === saved.id ? saved : each)) : [...last.customFilters, saved],
			}));
			finish();
			reload();
		} catch (failure) {
			setFault(toProblem(failure).message);
		}
	};
	const edit = (filter: SavedFilter) => () => {
		setEdited(filter);
		setName(filter.name);
		onEdit(toTexts(filter.conditions));
	};
	const remove = (filter: SavedFilter) => async () => {
		await attempt(() => client.remove(`api/custom-filters/${filter.id}`), `“${filter.name}” is deleted.`);
		finish();
		reload();
	};
	return html`<div class="asked saved-filters">
		${
			own.length > 0 &&
			html`<ul aria-label="Saved filters">${own.map(
				each => html`<li key=${each.id}><button type="button" class="chip" onClick=${() => onUse(toTexts(each.conditions), each.sort)}>${each.name}</button>
				<${Button} bare icon="edit" label=${`Edit ${each.name}`} onClick=${edit(each)} />
				<${Button} bare icon="trash" label=${`Delete ${each.name}`} onClick=${remove(each)} /></li>`,
			)}</ul>`
		}
		<${Form} class="save-filter" onSubmit=${save}>
			<${TextField} label=${edited ? `New name of ${edited.name}` : 'Save these conditions as'} value=${name} onInput=${setName} fault=${fault} maxlength="100" autocomplete="off" />
			<${Button} type="submit" label=${edited ? 'Save changes' : 'Save'} disabled=${name.trim() === '' || Object.keys(conditions).length === 0} />
			${edited && html`<${Button} label="Leave it" onClick=${finish} />`}
		<//>
		${edited && html`<p class="hint" role="status">Change the conditions below, then save.</p>`}</div>`;
}
