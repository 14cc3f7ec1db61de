import test from 'ava';
import mongoose from 'mongoose';
import {refuseMisfit} from '#scripts/start/begin-service.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

test('a start on newer data or with another key is refused once, before any process runs', async t => {
	const {uri} = await withDatabase(t);
	const start = {mongodbUri: uri, secretKey: null, dataDir: tempFolder(t)};
	await refuseMisfit(start);
	await refuseMisfit(start);
	await t.throwsAsync(refuseMisfit({...start, secretKey: 'ab'.repeat(32)}), {code: 'other_secret_key'});
	const connection = await mongoose.createConnection(uri).asPromise();
	t.teardown(() => connection.close());
	await createInstallation(connection).state();
	await connection.collection<{_id: string}>('installation').updateOne({_id: 'dataVersion'}, {$set: {value: 99}});
	await t.throwsAsync(refuseMisfit(start), {code: 'newer_data', message: /version 99.*Start that version, or restore a backup/});
});
