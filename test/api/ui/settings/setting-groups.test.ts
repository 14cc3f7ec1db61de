import test from 'ava';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {grouped} = await pageModule('settings/setting-groups.ts');
const {groups, isIn} = await pageModule('settings/sections.ts');

interface Section {
	path: string;
	resource?: unknown;
	isView?: boolean;
}
const pages: Section[] = groups
	.flatMap(({sections}: {sections: Section[]}) => sections)
	.filter(({resource, isView}: Section) => !resource && !isView);
const settings = Object.keys(settingDefinitions).map(key => ({key}));

test('each setting is on one page, in one group, and no group names one that does not exist', t => {
	const shown = pages.flatMap(page =>
		grouped(
			page.path,
			settings.filter(({key}) => isIn(page, key)),
		).flatMap((group: {settings: {key: string}[]}) => group.settings.map(({key}) => key)),
	);
	t.deepEqual(shown.toSorted(), settings.map(({key}) => key).toSorted());
});

test('a step of the set-up shows its setting alone, and folds the others', t => {
	const [first, ...others] = grouped(
		'metadata',
		settings.filter(({key}) => /^(?:meta|images)\./.test(key)),
		'meta.apiKey',
	);
	t.deepEqual(first.settings, [{key: 'meta.apiKey'}]);
	t.true(others.length > 0 && others.every(({isFolded}: {isFolded: boolean}) => isFolded));
});
