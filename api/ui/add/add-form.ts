import {useState} from 'preact/hooks';
import type {Problem} from '../client/problem.ts';
import type {Profile, RootFolder} from '../client/types.ts';
import {TagsField, toTags} from '../forms/title-tags-field.ts';
import {Button} from '../parts/button.ts';
import {Checkbox, SelectField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {size} from '../parts/text.ts';
import {availabilities, monitorChoices, seriesTypes, toFolderChoices, toProfileChoices} from '../state/choices.ts';
import {type Data, useData} from '../state/use-data.ts';
import {type Facts, kindOfFolder, type OfFolder, searchedOf, searchedText} from './facts.ts';

interface AddFormProps {
	kind: 'movies' | 'series';
	profiles: readonly Profile[];
	languages: readonly Pick<Profile, 'id' | 'name'>[];
	folders: readonly RootFolder[];
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
	const profile = profiles.find(({id}) => id === qualityProfileId) ?? profiles.find(({isDefault}) => isDefault) ?? profiles[0];
	const own = kind === 'movies' ? {minimumAvailability} : {seasonFolder, monitor};
	return {monitored, searchOnAdd, ...own, rootFolderPath: folder?.path ?? '', qualityProfileId: profile?.id ?? ''};
}

/** Whether a root folder is for the other kind of titles. */
function useWrongFolders(folders: AddFormProps['folders'], kind: 'movies' | 'series') {
	const {data}: Data<{libraries: OfFolder[]}> = useData('api/libraries');
	return (path: string) => {
		const {id} = folders.find(each => each.path === path) ?? {};
		const known = kindOfFolder(
			path,
			(data?.libraries ?? []).filter(each => each.rootFolderId === id),
		);
		return known !== null && known !== kind;
	};
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
	const isWrong = useWrongFolders(folders, kind);
	const [tags, setTags] = useState('');
	const [values, setValues] = useState(() => firstValues(props, isWrong) as Record<string, any>);
	const set = (name: string) => (value: unknown) => setValues({...values, [name]: value});
	const {rootFolderPath, monitor} = values;
	const free = folders.find(({path}) => path === rootFolderPath)?.freeSpace ?? null;
	const submit = () => {
		const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
		return onAdd({...given, ...(kind === 'series' && toMonitoring(monitor, facts)), ...(tags !== '' && {tags: toTags(tags)})});
	};
	return html`<${Form} class="form" onSubmit=${submit}>
		<${SelectField} label="Root folder" hint=${free === null ? undefined : `${size(free)} are free.`} value=${rootFolderPath}
			onChange=${set('rootFolderPath')} choices=${toFolderChoices(folders)} fault=${problem?.of('rootFolderPath')} />
		${isWrong(rootFolderPath) && html`<p class="fault" role="alert">This looks like a folder for ${kind === 'movies' ? 'series' : 'movies'}.</p>`}
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
