import test from 'ava';
import {readBazarrConfig} from '#workers/integrations/arr-databases/read-bazarr-config.ts';

const read = test.macro({
	exec(t, config: string, wanted: Record<string, string[]>) {
		t.deepEqual(Object.fromEntries(readBazarrConfig(config)), wanted);
	},
	title: name => `the configuration of Bazarr: ${name}`,
});

test(
	'lists, texts and numbers of the newer form',
	read,
	"---\ngeneral:\n  enabled_providers:\n  - subdl\n  - 'podnapisi'\n  minimum_score: 90\n  path_mappings:\n  - - /tv\n    - /data\n  empty: ''\n",
	{
		'general.enabled_providers': ['subdl', 'podnapisi'],
		'general.minimum_score': ['90'],
		'general.path_mappings': [],
		'general.empty': [],
	},
);
test(
	'a password may have any character',
	read,
	'subdl:\n  one: "a: #b"\n  two: \'it\'\'s\'\n  three: 007\n  four: |-\n    two\n    lines\n  list: [a, "b, c"]\n',
	{'subdl.one': ['a: #b'], 'subdl.two': ["it's"], 'subdl.three': ['007'], 'subdl.four': ['two\nlines'], 'subdl.list': ['a', 'b, c']},
);
test(
	'the older form',
	read,
	"# old\n[general]\nenabled_providers = ['subdl', 'podnapisi']\nminimum_score=90\n\n[subdl]\napi_key: some=key\n",
	{'general.enabled_providers': ['subdl', 'podnapisi'], 'general.minimum_score': ['90'], 'subdl.api_key': ['some=key']},
);
test('a list in the newer form is no section of the older one', read, 'general:\n  list: [a]\n  other:\n    [b]\n', {
	'general.list': ['a'],
	'general.other': ['b'],
});
test('nothing', read, '', {});
test('no configuration', read, '<Config><ApiKey>key</ApiKey></Config>', {});

test('a hostile configuration of Bazarr is read as far as it is small', t => {
	const long = `general:\n  list:\n${'  - x\n'.repeat(100_000)}`;
	t.is(readBazarrConfig(long).get('general.list')?.length, 200);
	t.is(readBazarrConfig(`general:\n  text: ${'x'.repeat(10_000)}\n`).get('general.text')?.[0]?.length, 500);
	for (const text of [
		'['.repeat(200_000),
		'a: &a [*a, *a]\n',
		'{'.repeat(100_000),
		'[a]\n'.repeat(50_000),
		'%YAML 9\n--- !x\n- ? [',
		'\0: \0',
	]) {
		t.notThrows(() => readBazarrConfig(text), text.slice(0, 20));
	}
});
