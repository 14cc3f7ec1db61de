import type {Library} from '../client/schemas.ts';
import type {Profile, RootFolder} from '../client/types.ts';
import {type Data, useData} from './use-data.ts';

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
	const profiles: Data<{qualityProfiles: Profile[]}> = useData('api/quality-profiles');
	const folders: Data<{rootFolders: RootFolder[]}> = useData('api/root-folders');
	const languages: Data<{languageProfiles: Pick<Profile, 'id' | 'name'>[]}> = useData('api/language-profiles');
	return {
		languages: languages.data?.languageProfiles ?? null,
		profiles: profiles.data?.qualityProfiles ?? null,
		folders: folders.data?.rootFolders ?? null,
		error: profiles.error ?? folders.error ?? languages.error,
	};
}

/** The libraries for these titles, as choices; empty until they are there. */
export function useLibraries(kind: 'movies' | 'series') {
	return (useKnownLibraries(kind) ?? []).filter(each => each.enabled).map(({id, name}) => ({value: id, label: name}));
}

/** Also those that are off; null until they are there. */
export function useKnownLibraries(kind: 'movies' | 'series') {
	const {data}: Data<{libraries: Library[]}> = useData('api/libraries');
	const type = kind === 'movies' ? 'movies' : 'tv';
	return data?.libraries.filter(each => each.type === type) ?? null;
}

export const toProfileChoices = (profiles: readonly Pick<Profile, 'id' | 'name'>[]) =>
	profiles.map(({id, name}) => ({value: id, label: name}));
export const toFolderChoices = (folders: readonly RootFolder[]) => folders.map(({path}) => ({value: path, label: path}));
