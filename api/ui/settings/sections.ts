import {type Resource, resources} from '../records/resources.ts';

/** A page of the settings: a list of records, or settings with some prefixes. */
export interface Section {
	/** Below `settings/`. */
	path: string;
	title: string;
	about: string;
	resource?: Resource;
	/** Of keys. */
	prefixes?: readonly string[];
	/** It has a view of its own. */
	isView?: boolean;
	/** Settings that no other page has. */
	hasOthers?: boolean;
}

const list = (path: string, title: string, about: string): Section => ({
	path,
	title,
	about,
	...(resources[path] && {resource: resources[path]}),
});

export const groups: readonly {title: string; sections: readonly Section[]}[] = [
	{
		title: 'Library',
		sections: [
			list('folders', 'Root folders', 'Where movies and series are kept.'),
			list('libraries', 'Libraries', 'Several collections side by side, such as 4K, each with its folder and profiles.'),
			{path: 'metadata', title: 'Metadata and pictures', about: 'The provider of titles, dates and posters.', prefixes: ['meta', 'images']},
			{path: 'media', title: 'Files and names', about: 'How files are imported, named and deleted.', prefixes: ['media', '']},
			list('tags', 'Tags', 'Labels of titles, and what they are used for.'),
			list('auto-tags', 'Tag rules', 'Tags that titles get automatically.'),
			list('lists', 'Import lists', 'Lists whose titles are added automatically.'),
			list('exclusions', 'Exclusions', 'Titles that are never added automatically.'),
		],
	},
	{
		title: 'Downloads',
		sections: [
			list('indexers', 'Indexers', 'Where releases are searched.'),
			list('clients', 'Download clients', 'The programs that download releases.'),
			list('paths', 'Remote path mappings', 'For clients that see folders under other paths.'),
			{
				path: 'downloads',
				title: 'Download rules',
				about: 'Filters, delays and what happens afterwards.',
				prefixes: ['download', 'filters'],
			},
			list('release-profiles', 'Release profiles', 'Words that releases must or must not have.'),
			list('delay-profiles', 'Delay profiles', 'How long to wait for something better.'),
			list('proxies', 'Proxies', 'Proxies for the requests of indexers.'),
			{path: 'captcha', title: 'Browser checks', about: 'Passes the checks that some sites put before their pages.', prefixes: ['captcha']},
		],
	},
	{
		title: 'Quality and languages',
		sections: [
			list('quality-profiles', 'Quality profiles', 'Which qualities are wanted, and which are best.'),
			list('quality-sizes', 'Quality sizes', 'How large a file of each quality may be.'),
			list('custom-formats', 'Custom formats', 'What else makes a release better or worse.'),
			{path: 'guide', title: 'Guide', about: 'Ready-made profiles and formats of a guide, kept up to date.', isView: true},
			{path: 'try-name', title: 'Try a name', about: 'How the name of a release is read and scored.', isView: true},
			list('language-profiles', 'Language profiles', 'Languages and subtitles that are wanted.'),
			list('subtitle-providers', 'Subtitle providers', 'Where subtitles are searched.'),
			{path: 'subtitles', title: 'Subtitle rules', about: 'When and how subtitles are fetched.', prefixes: ['subtitles']},
		],
	},
	{
		title: 'Service',
		sections: [
			list('users', 'Users', 'Who may log in.'),
			list('api-keys', 'API keys', 'For other programs.'),
			list('sessions', 'Sessions', 'Who is logged in, and where.'),
			list('audit', 'Audit', 'Who has changed what.'),
			list('notifications', 'Notifications', 'Who is notified of grabs, imports and failures.'),
			{path: 'service', title: 'Access and network', about: 'Addresses, security and everything else.', prefixes: [], hasOthers: true},
		],
	},
];

export const sectionAt = (path: string): Section | undefined => groups.flatMap(({sections}) => sections).find(each => each.path === path);

/** Whether a setting is on the page of a section. */
export function isIn({prefixes = [], hasOthers}: Section, key: string) {
	const prefix = prefixOf(key);
	return hasOthers ? !groups.some(({sections}) => sections.some(each => each.prefixes?.includes(prefix))) : prefixes.includes(prefix);
}

const prefixOf = (key: string) => (key.includes('.') ? (key.split('.')[0] ?? '') : '');
