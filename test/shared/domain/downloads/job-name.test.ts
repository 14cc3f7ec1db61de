import test from 'ava';
import {isJobOf, jobName, passwordIn, withoutJobKey, withPassword} from '#shared/domain/downloads/job-name.ts';

const key = '3f2a9c1e-0b7d-4e05-9a31-8c6d5e4f1a2b';
const title = 'Paper.Lanterns.S01E02.1080p.WEB-DL.x265-NOBODY';

test('a job is known by its key, whatever its client makes of the name', t => {
	const name = jobName(title, key);
	t.true(name.startsWith(title));
	for (const reported of [name, name.toUpperCase(), name.replaceAll('.', ' '), `ENCRYPTED / ${name}`, name.replaceAll(/[{}]/g, '_')]) {
		t.true(isJobOf(key, reported), reported);
	}
	t.false(isJobOf(key.replace('3', '4'), name));
	t.false(isJobOf(key, title));
});

for (const character of ['x', 'ж', '港', '🌊']) {
	test(`a very long title does not cost the key: ${character}`, t => {
		const name = jobName(character.repeat(500), key);
		const bytes = Buffer.byteLength(name);
		t.true(bytes > 220 && bytes < 240, String(bytes));
		t.true(name.isWellFormed());
		t.false(name.includes('\uFFFD'));
		t.true(isJobOf(key, name));
	});
}

for (const [name, shown] of [
	[jobName(title, key), title],
	[`${jobName(title, key)}.mkv`, `${title}.mkv`],
	[`${jobName(title, key)}/sample.mkv`, `${title}/sample.mkv`],
	[`Paper Lanterns {kinoteka-${key}}.mkv`, 'Paper Lanterns.mkv'],
	['Paper.Lanterns.{edition-1}.mkv', 'Paper.Lanterns.{edition-1}.mkv'],
] as const) {
	test(`people see ${shown} of ${name}`, t => t.is(withoutJobKey(name), shown));
}

/** Clients read what follows `{{`, `password=` or a slash as the password, and cut the name there. */
for (const [given, named, password] of [
	['A.Lamp.2020-NOBODY{{hunter 2}}', 'A.Lamp.2020-NOBODY', 'hunter 2'],
	['A.Lamp.2020-NOBODY password=roman', 'A.Lamp.2020-NOBODY', 'roman'],
	['A Lamp / Ein Licht 2020', 'A Lamp + Ein Licht 2020', null],
	['A.Lamp.2020-NOBODY', 'A.Lamp.2020-NOBODY', null],
] as const) {
	test(`the key of a job is in front of the password of its archives: ${given}`, t => {
		t.is(passwordIn(given), password);
		t.is(jobName(given, key), `${named}.{kinoteka-${key}}`);
		t.is(withPassword(jobName(given, key), password), `${named}.{kinoteka-${key}}${password === null ? '' : `{{${password}}}`}`);
	});
}
