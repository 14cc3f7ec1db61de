import {useState} from 'preact/hooks';
import type {Problem} from '../client/problem.ts';
import type {Library} from '../client/schemas.ts';
import type {Profile, RootFolder} from '../client/types.ts';
import {TagsField, toTags} from '../forms/title-tags-field.ts';
import {Button} from '../parts/button.ts';
import {Checkbox, SelectField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {size} from '../parts/text.ts';
import {availabilities, monitorChoices, seriesTypes, toFolderChoices, toProfileChoices} from '../state/choices.ts';
import {type Facts, kindOfFolder, searchedOf, searchedText} from './facts.ts';

interface AddFormProps {
	kind: 'movies' | 'series';
	profiles: readonly Profile[];
	languages: readonly Pick<Profile, 'id' | 'name'>[];
	folders: readonly RootFolder[];
	/** Of both kinds. */
	allLibraries: readonly Library[];
	remembered: Record<string, any>;
	/** Null until they are there. */
	facts: Facts | null;
	problem: Problem | null;
	onAdd: (values: Record<string, unknown>) => Promise<void>;
	onClose: () => void;
}

/** Begins the choices of what to monitor that end with the number of a season. */
const fromSeason = 'from ';

/** What is remembered of an earlier version may have other names. */
function firstValues(
	{kind, profiles, folders, remembered}: Pick<AddFormProps, 'kind' | 'profiles' | 'folders' | 'remembered'>,
	isWrong: (path: string) => boolean,
	at: (path: string) => readonly Library[],
) {
	const {
		rootFolderPath,
		qualityProfileId,
		monitored = true,
		searchOnAdd = true,
		minimumAvailability = 'released',
		seasonFolder = true,
		monitor = 'all',
	} = remembered;
	const folder = folders.find(({path}) => path === rootFolderPath) ?? folders.find(({path}) => !isWrong(path)) ?? folders[0];
	const inFolder = at(folder?.path ?? '');
	const library = inFolder.find(({id}) => id === remembered['libraryId']) ?? inFolder[0];
	// The profile that was chosen last belongs to the library that was.
	const wanted = library && library.id !== remembered['libraryId'] ? library.qualityProfileId : qualityProfileId;
	const profile = profiles.find(({id}) => id === wanted) ?? profiles.find(({isDefault}) => isDefault) ?? profiles[0];
	const own = kind === 'movies' ? {minimumAvailability} : {seasonFolder, monitor};
	const place = {rootFolderPath: folder?.path ?? '', ...(library && {libraryId: library.id}), qualityProfileId: profile?.id ?? ''};
	return {monitored, searchOnAdd, ...own, ...place};
}

/** The libraries whose root folder a path is. */
function librariesAt(path: string, {folders, allLibraries}: Pick<AddFormProps, 'folders' | 'allLibraries'>) {
	const {id} = folders.find(each => each.path === path) ?? {};
	return allLibraries.filter(({rootFolderId}) => rootFolderId === id);
}

/** The parameters of the API for what is monitored. */
function toMonitoring(choice: string, facts: Facts | null) {
	if (!choice.startsWith(fromSeason)) {
		return {monitor: choice};
	}
	const from = Number(choice.slice(fromSeason.length));
	const earlier = facts?.seasons.filter(({seasonNumber}) => seasonNumber > 0 && seasonNumber < from) ?? [];
	return {monitor: 'all', seasonOptions: earlier.map(({seasonNumber}) => ({seasonNumber, monitored: false}))};
}

export function AddForm({problem, onAdd, onClose, facts, ...props}: AddFormProps) {
	const {kind, profiles, languages, folders} = props;
	/** Whether a root folder is for the other kind of titles. */
	const isWrong = (path: string) => (kindOfFolder(path, librariesAt(path, props)) ?? kind) !== kind;
	const at = (path: string) =>
		librariesAt(path, props).filter(({type, enabled}) => enabled && (type === 'tv' ? 'series' : 'movies') === kind);
	const [tags, setTags] = useState('');
	const [values, setValues] = useState(() => firstValues(props, isWrong, at) as Record<string, any>);
	const set = (name: string) => (value: unknown) => setValues({...values, [name]: value});
	/** A library brings its profile. */
	const choosePlace = (path: string, library: Library | undefined) =>
		setValues({
			...values,
			rootFolderPath: path,
			libraryId: library?.id ?? '',
			...(library && {qualityProfileId: library.qualityProfileId}),
		});
	const {rootFolderPath, monitor} = values;
	const free = folders.find(({path}) => path === rootFolderPath)?.freeSpace ?? null;
	const inFolder = at(rootFolderPath);
	const submit = () => {
		const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
		return onAdd({...given, ...(kind === 'series' && toMonitoring(monitor, facts)), ...(tags !== '' && {tags: toTags(tags)})});
	};
	return html`<${Form} class="form" onSubmit=${submit}>
		<${SelectField} label="Root folder" hint=${free === null ? undefined : `${size(free)} are free.`} value=${rootFolderPath}
			onChange=${(path: string) => choosePlace(path, at(path)[0])} choices=${toFolderChoices(folders)} fault=${problem?.of('rootFolderPath')} />
		${isWrong(rootFolderPath) && html`<p class="fault" role="alert">This looks like a folder for ${kind === 'movies' ? 'series' : 'movies'}.</p>`}
		${
			inFolder.length > 0 &&
			html`<${SelectField} label="Library" hint=${inFolder.length === 1 ? 'It has this folder.' : 'They share this folder.'} value=${values['libraryId'] ?? ''}
			onChange=${(id: string) =>
				choosePlace(
					rootFolderPath,
					inFolder.find(each => each.id === id),
				)} choices=${inFolder.map(({id, name}) => ({value: id, label: name}))} fault=${problem?.of('libraryId')} />`
		}
		<${SelectField} label="Quality profile" value=${values['qualityProfileId']} onChange=${set('qualityProfileId')}
			choices=${toProfileChoices(profiles)} fault=${problem?.of('qualityProfileId')} />
		${languages.length > 1 && html`<${SelectField} label="Language profile" value=${values['languageProfileId'] ?? ''} onChange=${set('languageProfileId')} choices=${[{value: '', label: 'As its library'}, ...toProfileChoices(languages)]} fault=${problem?.of('languageProfileId')} />`}
		${kind === 'movies' && html`<${SelectField} label="When to search" value=${values['minimumAvailability']} onChange=${set('minimumAvailability')} choices=${availabilities} />`}
		${kind === 'series' && html`<${SeriesFields} values=${values} set=${set} facts=${facts} />`}
		<${TagsField} value=${tags} onInput=${setTags} fault=${problem?.of('tags')} />
		<${Checkbox} label="Monitored" hint="Searched automatically until there is a file of the wanted quality." checked=${values['monitored']} onChange=${set('monitored')} />
		<${Checkbox} label="Search and grab at once" checked=${values['searchOnAdd']} onChange=${set('searchOnAdd')} />
		${kind === 'series' && facts && html`<p class="searched" role="status">${searchedText(values['searchOnAdd'] && values['monitored'] ? searchedOf(facts, toChoice(monitor)) : {episodes: 0, seasons: 0})}</p>`}
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} />
			<${Button} type="submit" kind="primary" icon="plus" label="Add to the library" /></footer>
	<//>`;
}

const toChoice = (choice: string) =>
	choice.startsWith(fromSeason) ? {monitor: 'all', from: Number(choice.slice(fromSeason.length))} : {monitor: choice, from: null};

function SeriesFields({
	values,
	set,
	facts,
}: {
	values: Record<string, any>;
	set: (name: string) => (value: unknown) => void;
	facts: Facts | null;
}) {
	const seasons = (facts?.seasons ?? []).filter(({seasonNumber}) => seasonNumber > 1);
	const choices = [
		...monitorChoices,
		...seasons.map(({seasonNumber}) => ({value: `${fromSeason}${seasonNumber}`, label: `From season ${seasonNumber} on`})),
	];
	return html`<${SelectField} label="What to monitor" value=${values['monitor']} onChange=${set('monitor')} choices=${choices} />
		<${SelectField} label="Numbering" value=${values['type'] ?? ''} onChange=${set('type')} choices=${seriesTypes} />
		<${Checkbox} label="A folder for each season" checked=${values['seasonFolder']} onChange=${set('seasonFolder')} />`;
}
