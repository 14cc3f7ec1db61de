import test from 'ava';
import {type GuideItem, programOfGroup, readGuideGroup, withGroups} from '#shared/domain/guide/guide-item.ts';
import {readGuideFile} from '#shared/domain/guide/read-guide-file.ts';
import {guideKey, guideProfile, trashId} from '#test/helpers/made-up-guide.ts';

const group = (fields: object) => ({
	name: 'Golden rules',
	trash_id: trashId('group'),
	default: 'true',
	custom_formats: [
		{name: 'Lark', trash_id: 'lark', required: true},
		{name: 'Wren', trash_id: 'wren', required: false, default: true},
		{name: 'Crow', trash_id: 'crow', required: false},
	],
	...fields,
});
const profileOf = (name: string) => readGuideFile({program: 'radarr', kind: 'profile', file: name}, guideProfile(name, {formats: ['Own']}));
const formatsOf = (item: GuideItem | undefined) => (item?.kind === 'profile' ? item.formats : []);

test('a profile gets the formats of the groups that are meant for it by default', t => {
	const [hd, sd] = [profileOf('HD'), profileOf('SD')];
	const own = guideKey('format', 'Own');
	const only = readGuideGroup('radarr', group({quality_profiles: {include: {HD: trashId('radarr profile HD')}}}));
	const others = readGuideGroup('radarr', group({quality_profiles: {exclude: {HD: trashId('radarr profile HD')}}}));
	t.truthy(only && others);
	const added = ['radarr/format/lark', 'radarr/format/wren'];
	t.deepEqual(withGroups([hd, sd], only ? [only] : []).map(formatsOf), [[own, ...added], [own]]);
	t.deepEqual(withGroups([hd, sd], others ? [others] : []).map(formatsOf), [[own], [own, ...added]]);
	t.deepEqual(withGroups([hd], only ? [{...only, program: 'sonarr'}] : []).map(formatsOf), [[own]]);
});

test('a group that people choose themselves, an empty one and no group at all add nothing', t => {
	for (const json of [group({default: 'false'}), group({custom_formats: []}), group({custom_formats: 'x'}), null, [], 'x']) {
		t.is(readGuideGroup('radarr', json), null);
	}
	t.is(programOfGroup('guides-main/docs/json/radarr/cf-groups/golden-rule-hd.json'), 'radarr');
	t.is(programOfGroup('guides-main/docs/json/radarr/cf/lark.json'), null);
});
