import {useState} from 'preact/hooks';
import {TagsField, toTags} from '../forms/title-tags-field.js';
import {Button} from '../parts/button.js';
import {Checkbox, SelectField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {size} from '../parts/text.js';
import {availabilities, monitorChoices, seriesTypes, toFolderChoices, toProfileChoices} from '../state/choices.js';
import {useData} from '../state/use-data.js';
import {kindOfFolder, searchedOf, searchedText} from './facts.js';

/**
 * @typedef {object} AddFormProps
 * @property {'movies' | 'series'} kind
 * @property {readonly import('../client/types.js').Profile[]} profiles
 * @property {readonly Pick<import('../client/types.js').Profile, 'id' | 'name'>[]} languages
 * @property {readonly import('../client/types.js').RootFolder[]} folders
 * @property {Record<string, any>} remembered
 * @property {import('./facts.js').Facts | null} facts Null until they are there.
 * @property {import('../client/problem.js').Problem | null} problem
 * @property {(values: Record<string, unknown>) => Promise<void>} onAdd
 * @property {() => void} onClose
 */

/** Begins the choices of what to monitor that end with the number of a season. */
const fromSeason = 'from ';

/**
 * What is remembered of an earlier version may have other names.
 * @param {Pick<AddFormProps, 'kind' | 'profiles' | 'folders' | 'remembered'>} props
 * @param {(path: string) => boolean} isWrong
 */
function firstValues({kind, profiles, folders, remembered}, isWrong) {
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

/**
 * Whether a root folder is for the other kind of titles.
 * @param {AddFormProps['folders']} folders
 * @param {'movies' | 'series'} kind
 */
function useWrongFolders(folders, kind) {
	/** @type {import('../state/use-data.js').Data<{libraries: import('./facts.js').OfFolder[]}>} */
	const {data} = useData('api/libraries');
	return (/** @type {string} */ path) => {
		const {id} = folders.find(each => each.path === path) ?? {};
		const known = kindOfFolder(
			path,
			(data?.libraries ?? []).filter(each => each.rootFolderId === id),
		);
		return known !== null && known !== kind;
	};
}

/**
 * The parameters of the API for what is monitored.
 * @param {string} choice
 * @param {import('./facts.js').Facts | null} facts
 */
function toMonitoring(choice, facts) {
	if (!choice.startsWith(fromSeason)) {
		return {monitor: choice};
	}
	const from = Number(choice.slice(fromSeason.length));
	const earlier = facts?.seasons.filter(({seasonNumber}) => seasonNumber > 0 && seasonNumber < from) ?? [];
	return {monitor: 'all', seasonOptions: earlier.map(({seasonNumber}) => ({seasonNumber, monitored: false}))};
}

/** @param {AddFormProps} props */
export function AddForm({problem, onAdd, onClose, facts, ...props}) {
	const {kind, profiles, languages, folders} = props;
	const isWrong = useWrongFolders(folders, kind);
	const [tags, setTags] = useState('');
	const [values, setValues] = useState(() => /** @type {Record<string, any>} */ (firstValues(props, isWrong)));
	const set = (/** @type {string} */ name) => (/** @type {unknown} */ value) => setValues({...values, [name]: value});
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

/** @param {string} choice */
const toChoice = choice =>
	choice.startsWith(fromSeason) ? {monitor: 'all', from: Number(choice.slice(fromSeason.length))} : {monitor: choice, from: null};

/**
 * @param {{values: Record<string, any>, set: (name: string) => (value: unknown) => void,
 * facts: import('./facts.js').Facts | null}} props
 */
function SeriesFields({values, set, facts}) {
	const seasons = (facts?.seasons ?? []).filter(({seasonNumber}) => seasonNumber > 1);
	const choices = [
		...monitorChoices,
		...seasons.map(({seasonNumber}) => ({value: `${fromSeason}${seasonNumber}`, label: `From season ${seasonNumber} on`})),
	];
	return html`<${SelectField} label="What to monitor" value=${values['monitor']} onChange=${set('monitor')} choices=${choices} />
		<${SelectField} label="Numbering" value=${values['type'] ?? ''} onChange=${set('type')} choices=${seriesTypes} />
		<${Checkbox} label="A folder for each season" checked=${values['seasonFolder']} onChange=${set('seasonFolder')} />`;
}
