import {useData} from './use-data.js';

/** @typedef {import('../client/types.js').Profile} Profile */
/** @typedef {import('../client/types.js').RootFolder} RootFolder */

export const availabilities = [
	{value: 'announced', label: 'Once it is announced'},
	{value: 'inCinemas', label: 'Once it is in cinemas'},
	{value: 'released', label: 'Once it is out on disc or digitally'},
];

export const seriesTypes = [
	{value: '', label: 'Automatic'},
	{value: 'standard', label: 'By season'},
	{value: 'daily', label: 'By day'},
	{value: 'anime', label: 'Absolute (anime)'},
];

export const monitorChoices = [
	{value: 'all', label: 'All episodes'},
	{value: 'missing', label: 'Missing episodes'},
	{value: 'future', label: 'What has not aired yet'},
	{value: 'existing', label: 'Episodes with a file'},
	{value: 'recent', label: 'The last 90 days, and what follows'},
	{value: 'pilot', label: 'The first episode'},
	{value: 'firstSeason', label: 'The first season'},
	{value: 'lastSeason', label: 'The last season'},
	{value: 'none', label: 'Nothing'},
];

export const releaseNumberings = [
	{value: 'auto', label: 'Automatic'},
	{value: 'scene', label: 'Scene'},
	{value: 'tvdb', label: 'TVDB'},
	{value: 'own', label: 'As listed here'},
];

/** Quality profiles, language profiles and root folders, as choices of a form; null until they are there. */
export function useChoices() {
	/** @type {import('./use-data.js').Data<{qualityProfiles: Profile[]}>} */
	const profiles = useData('api/quality-profiles');
	/** @type {import('./use-data.js').Data<{rootFolders: RootFolder[]}>} */
	const folders = useData('api/root-folders');
	/** @type {import('./use-data.js').Data<{languageProfiles: Pick<Profile, 'id' | 'name'>[]}>} */
	const languages = useData('api/language-profiles');
	return {
		languages: languages.data?.languageProfiles ?? null,
		profiles: profiles.data?.qualityProfiles ?? null,
		folders: folders.data?.rootFolders ?? null,
		error: profiles.error ?? folders.error ?? languages.error,
	};
}

/** @typedef {{id: string, name: string, type: string, enabled: boolean, rootFolderId: string}} Library */

/** The libraries for these titles, as choices; empty until they are there. @param {'movies' | 'series'} kind */
export function useLibraries(kind) {
	return (useKnownLibraries(kind) ?? []).filter(each => each.enabled).map(({id, name}) => ({value: id, label: name}));
}

/** Also those that are off; null until they are there. @param {'movies' | 'series'} kind */
export function useKnownLibraries(kind) {
	/** @type {import('./use-data.js').Data<{libraries: Library[]}>} */
	const {data} = useData('api/libraries');
	const type = kind === 'movies' ? 'movies' : 'tv';
	return data?.libraries.filter(each => each.type === type) ?? null;
}

/** @param {readonly Pick<Profile, 'id' | 'name'>[]} profiles */
export const toProfileChoices = profiles => profiles.map(({id, name}) => ({value: id, label: name}));
/** @param {readonly RootFolder[]} folders */
export const toFolderChoices = folders => folders.map(({path}) => ({value: path, label: path}));
