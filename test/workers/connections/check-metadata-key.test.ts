import test from 'ava';
import {checkMetadataKey} from '#shared/jobs/connections.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {type FakeTmdbOptions, fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {handleCheckMetadataKey} from '#workers/connections/check-metadata-key.ts';

async function world(t: Parameters<typeof fakeTmdb>[0], options: FakeTmdbOptions) {
	const {deps, run} = await withWorkerDeps(t, {metadataUrl: (await fakeTmdb(t, options)).url});
	return (apiKey: string) => handleCheckMetadataKey({sealed: sealPayload(checkMetadataKey, {apiKey}, deps.secrets)}, deps, run());
}

test('the provider is asked with the very key that was entered', async t => {
	const check = await world(t, {apiKey: 'right'});
	await t.notThrowsAsync(check('right'));
	await t.throwsAsync(check('wrong'), {message: /refuses the key/});
	await t.notThrowsAsync(check('right'));
});

test('a provider that fails has not accepted a key', async t => {
	const check = await world(t, {answer: () => ({status: 500})});
	await t.throwsAsync(check('any'), {message: /failed \(500\)/});
});
