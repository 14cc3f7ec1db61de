import test, {type ExecutionContext} from 'ava';
import mongoose from 'mongoose';
import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import type {ListSignIn, ListTokens} from '#shared/domain/import-lists/sign-in.ts';
import {createSecrets} from '#shared/secrets.ts';
import {reseal} from '#shared/store/sealing/reseal.ts';
import {createSealing} from '#shared/store/sealing/sealed-fields.ts';
import {fakePlex, fakeTrakt, listedMovies} from '#test/helpers/fakes/list-services.ts';
import {listsWorld} from '#test/helpers/lists-world.ts';
import {testKey} from '#test/helpers/test-secrets.ts';
import {awaitSignIn, handleAuthorizeImportList} from '#workers/lists/authorize-import-list.ts';

const app = {clientId: 'the-app', clientSecret: 'tell-nobody'};

async function withTrakt(t: ExecutionContext, settings: Partial<ImportListSettings> = {}) {
	const trakt = await fakeTrakt(t, listedMovies(3));
	const world = await listsWorld(t);
	const {deps, run} = world;
	const list = await world.add({kind: 'trakt', url: trakt.url, source: 'watchlist', ...app, ...settings});
	const authorize = () => handleAuthorizeImportList({listId: list.id}, deps, run());
	const last = () => deps.importLists.signIns.last(list.id);
	/** Milliseconds that it waited between its questions. */
	async function decide() {
		const waits: number[] = [];
		const pause = async (milliseconds: number) => void waits.push(milliseconds);
		await awaitSignIn({listId: list.id, signInId: (await last())?.id ?? ''}, deps, {signal: run().signal, pause});
		return waits;
	}
	const jobs = async () => (await deps.outbox.list(10)).map(({job}) => job);
	const connection = await mongoose.createConnection(world.mongodbUri).asPromise();
	t.teardown(() => connection.close());
	const stored = () => connection.collection('importLists').findOne({name: list.name});
	return {...world, connection, trakt, list, authorize, decide, last, jobs, stored, get: () => deps.importLists.get(list.id)};
}

test('a person signs in with a code, and the list is read with the account from then on', async t => {
	const world = await withTrakt(t);
	const {trakt, list, deps} = world;
	await world.sync(list.id);
	t.like(await world.get(), {status: 'authorize', authorizedUntil: null});
	const code = await world.authorize();
	t.like(code, {userCode: '5055CC52', verificationUrl: 'https://trakt.tv/activate'});
	t.deepEqual(await world.jobs(), ['await-authorization']);
	trakt.codeAnswers = [400, 429, 500, 400, 200];
	t.deepEqual(await world.decide(), [5000, 10_000, 10_000, 10_000], 'slower when it was told so');
	t.like(await world.last(), {state: 'done', deviceCode: ''});
	const signedIn = await world.get();
	t.like(signedIn, {status: 'ok', lastError: null, nextSyncAt: null});
	t.truthy(signedIn.authorizedUntil);
	t.true((await world.jobs()).includes('sync-import-list'));
	await world.sync(list.id);
	t.like(await world.get(), {status: 'ok', items: 3});
	const text = JSON.stringify(await world.stored());
	t.deepEqual(
		['access-token-1', 'refresh-token-1', 'device-code-1', '5055CC52', 'tell-nobody'].filter(secret => text.includes(secret)),
		[],
		'everything is sealed',
	);
	t.false(JSON.stringify(await deps.importLists.list()).includes('token-1'), 'and no part of the record');
});

test('the page never gets an address for the code that would run in it', async t => {
	const {trakt, authorize} = await withTrakt(t);
	trakt.codePage = 'javascript:alert(1)';
	t.like(await authorize(), {verificationUrl: 'https://trakt.tv/activate'});
});

test('a code that was not entered ends with what the service says', async t => {
	const world = await withTrakt(t);
	const {trakt} = world;
	for (const [status, state] of [
		[404, 'failed'],
		[409, 'used'],
		[410, 'expired'],
		[418, 'denied'],
		[403, 'failed'],
	] as const) {
		await world.authorize();
		trakt.codeAnswers = [400, status];
		t.deepEqual(await world.decide(), [5000]);
		t.like(await world.last(), {state, deviceCode: ''}, String(status));
		t.truthy((await world.last())?.message);
	}
	await world.authorize();
	world.passDays(1);
	t.deepEqual(await world.decide(), []);
	t.like(await world.last(), {state: 'expired'});
	t.is(await world.deps.importLists.signIns.account(world.list.id), null);
	await world.deps.importLists.change(await world.get(), {clientId: 'another-app'}, world.clock.now);
	await t.throwsAsync(world.authorize(), {code: 'authentication_failed'});
});

test('only the last sign-in counts, and only for the app and the address that it was begun with', async t => {
	const world = await withTrakt(t);
	const {deps, list, run} = world;
	await world.authorize();
	const first = (await world.last())?.id ?? '';
	await world.authorize();
	await awaitSignIn({listId: list.id, signInId: first}, deps, {signal: run().signal});
	t.is(await deps.importLists.signIns.account(list.id), null);
	await deps.importLists.change(await world.get(), {name: 'Other name'}, world.clock.now);
	await world.decide();
	const account = await deps.importLists.signIns.account(list.id);
	t.is(account?.tokens.accessToken, 'access-token-1', 'another name does not matter');
	await deps.importLists.change(await world.get(), {clientSecret: 'another'}, world.clock.now);
	t.is(await deps.importLists.signIns.account(list.id), null);
	t.is((await world.get()).authorizedUntil, null);
	t.false(await deps.importLists.signIns.renew(list.id, account?.id ?? '', account!.tokens), 'nor do late tokens'); // it was there above
});

test('new tokens are stored before they are used, and a refresh token is used once', async t => {
	const world = await withTrakt(t);
	const {trakt, deps, list} = world;
	const {signIns} = deps.importLists;
	await world.authorize();
	trakt.lastSeconds = 60;
	await world.decide();
	const seen: (string | undefined)[] = [];
	trakt.beforeList = async () => void seen.push((await signIns.account(list.id))?.tokens.accessToken);
	await world.sync(list.id);
	t.deepEqual([trakt.refreshed, seen], [['refresh-token-1'], ['access-token-2']], 'those that are about to end are renewed first');
	trakt.lastSeconds = 86_400;
	await Promise.all([deps.openImportList(await world.get()).read(new AbortController().signal), world.sync(list.id)]);
	t.deepEqual(trakt.refreshed, ['refresh-token-1', 'refresh-token-2'], 'two readers at once renew once');
	trakt.token = 'taken back';
	await world.sync(list.id);
	t.deepEqual(trakt.refreshed.slice(2), ['refresh-token-3'], 'an access that is refused is renewed');
	t.like(await world.get(), {status: 'ok', items: 3});
	trakt.token = 'taken back';
	const {tokens, id} = (await signIns.account(list.id))!; // it was renewed above
	await signIns.renew(list.id, id, {...tokens, refreshToken: 'worthless'});
	await world.sync(list.id);
	t.like(await world.get(), {status: 'authorize', completeSince: null, items: 3});
});

test('a worker that dies while it renews leaves a list that asks for a new sign-in, and nothing leaves', async t => {
	const world = await withTrakt(t);
	const {trakt, deps, list} = world;
	await world.authorize();
	trakt.lastSeconds = 60;
	await world.decide();
	const {renew} = deps.importLists.signIns;
	deps.importLists.signIns.renew = async () => {
		throw new Error('killed');
	};
	await t.throwsAsync(world.sync(list.id), {message: 'killed'});
	deps.importLists.signIns.renew = renew;
	await world.sync(list.id);
	t.like(await world.get(), {status: 'authorize', completeSince: null});
});

test('tokens are sealed with a new key like everything else', async t => {
	const world = await withTrakt(t);
	await world.authorize();
	await world.decide();
	const newKey = 'b'.repeat(64);
	await reseal(world.connection, createSecrets(newKey, testKey));
	const row = (await world.stored()) as unknown as {_id: string; tokens: ListTokens; signIn: ListSignIn};
	const {tokens, signIn} = createSealing('importLists', createSecrets(newKey)).open(row);
	t.like(tokens, {accessToken: 'access-token-1', refreshToken: 'refresh-token-1'});
	t.like(signIn, {state: 'done', userCode: '5055CC52'});
});

test('Plex gives a code for plex.tv, and access that does not end', async t => {
	const plex = await fakePlex(t, listedMovies(2));
	const world = await listsWorld(t);
	const {deps, run} = world;
	const list = await world.add({kind: 'plexWatchlist', url: plex.url});
	const code = await handleAuthorizeImportList({listId: list.id}, deps, run());
	t.like(code, {userCode: 'ABCD', verificationUrl: 'https://plex.tv/link'});
	const decide = async () => {
		const signInId = (await deps.importLists.signIns.last(list.id))?.id ?? '';
		await awaitSignIn({listId: list.id, signInId}, deps, {signal: run().signal, pause: async () => {}});
	};
	plex.entered = [null];
	await decide();
	t.like(await deps.importLists.signIns.last(list.id), {state: 'expired'});
	await handleAuthorizeImportList({listId: list.id}, deps, run());
	plex.entered = [false, false, true];
	await decide();
	await world.sync(list.id);
	t.like(await deps.importLists.get(list.id), {status: 'ok', items: 2, authorizedUntil: null});
	plex.token = 'another one';
	await world.sync(list.id);
	t.like(await deps.importLists.get(list.id), {status: 'authorize'});
	const json = await world.add({url: plex.url, name: 'Plain'});
	await t.throwsAsync(handleAuthorizeImportList({listId: json.id}, deps, run()), {code: 'no_sign_in'});
});
