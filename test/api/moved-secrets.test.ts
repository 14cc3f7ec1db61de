import test from 'ava';
import {completeSettings} from '#api/providers/entered-settings.ts';
import type {Invalid} from '#shared/errors.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';

const stored = {
	id: 'one',
	...buildIndexer({kind: 'definition', url: 'https://quiet-meadow.example/', definition: 'meadow'}),
	settings: {username: 'vera', password: 'correct horse', apiurl: 'api.quiet-meadow.example'},
};

function outcome(settings: Record<string, string>): string[] | 'taken' {
	try {
		completeSettings({settings} as object, stored, indexerFamily);
		return 'taken';
	} catch (error) {
		return (error as Invalid).faults.map(({path, message}) => `${path} ${/because (\S+) leads/.exec(message)?.[1]}`);
	}
}

test('stored secrets are sent to no new address among the settings, unless they are entered again', t => {
	const masked = {username: 'vera', password: '********'};
	for (const apiurl of ['https://other.example/', 'other.example:8443/api', 'http://api.quiet-meadow.example']) {
		t.deepEqual(outcome({...masked, apiurl}), ['settings.password settings.apiurl'], apiurl);
	}
	t.deepEqual(outcome({...masked, mirror: 'https://other.example/'}), ['settings.password settings.mirror']);
	t.is(outcome({...masked, apiurl: 'https://api.quiet-meadow.example/v2'}), 'taken', 'the place where it led before');
	t.is(outcome({...masked, mirror: 'https://quiet-meadow.example/x'}), 'taken');
	t.is(outcome({username: 'vera', password: 'entered again', apiurl: 'https://other.example/'}), 'taken');
	t.is(outcome({...masked, apiurl: ''}), 'taken');
});
