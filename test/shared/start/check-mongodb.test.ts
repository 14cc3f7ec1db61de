import test, {type ExecutionContext} from 'ava';
import {MongoClient} from 'mongodb';
import {checkMongodb} from '#shared/start/check-mongodb.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {fakeMongodb, type Hello, primary} from '#test/helpers/fakes/fake-mongodb.ts';
import {standaloneMongodb} from '#test/helpers/standalone-mongodb.ts';
import {patienceMs, until} from '#test/helpers/until.ts';

/** A set that is not well is waited for as long as the limit says, so that only this long. */
const waitsMs = 5000;
const check = async (uri: string, limitMs = patienceMs) => {
	const {problems, warnings} = await checkMongodb({mustBeSet: true, limitMs, uri});
	return {fault: problems.map(({message}) => message).join(), warnings: warnings.join()};
};

const member = (change: Record<string, unknown>) => (address: string) => ({...primary(address), ...change});
const noPrimary = {isWritablePrimary: false, ismaster: false};

/** Each state of a server: how it introduces itself, and what is told. */
const states: Record<string, {hello: Hello; uri?: string; reported: RegExp}> = {
	'a set without a primary': {hello: member({...noPrimary, secondary: true}), reported: /has no primary\. Look at rs\.status\(\)/},
	'a set that nobody initiated': {
		hello: member({...noPrimary, setName: undefined, isreplicaset: true}),
		reported: /never initiated\. Run rs\.initiate\(\)/,
	},
	'a member of another set': {
		hello: primary,
		uri: '?replicaSet=other',
		reported: /not a member of the replica set other\. Correct replicaSet/,
	},
	'a set whose names are unknown here': {
		hello: member({hosts: ['mongodb.invalid:27017'], me: 'mongodb.invalid:27017'}),
		reported: /calls its members mongodb\.invalid:27017, which this machine does not reach.*directConnection=true/,
	},
	'a router of a sharded cluster': {
		hello: member({msg: 'isdbgrid', setName: undefined, hosts: undefined}),
		reported: /router of a sharded cluster.*Name a replica set/,
	},
	'a set of which those that lag behind shall be read': {
		hello: primary,
		uri: '?readPreference=secondaryPreferred',
		reported: /readPreference.*Take it out/,
	},
	'a version that the driver does not know': {hello: member({maxWireVersion: 6}), reported: /too old\. Update it to 5\.0 or newer/},
};

for (const [state, {hello, uri = '', reported}] of Object.entries(states)) {
	test(`${state} is reported as that`, async t => {
		const {fault} = await check(`mongodb://${await fakeMongodb(t, hello)}/kinoteka${uri}`, waitsMs);
		t.regex(fault, reported);
		t.notRegex(fault, /Start it/);
	});
}

test('a clock that is wrong, and an address without a database, are warned about', async t => {
	const late = (address: string) => member({localTime: new Date(Date.now() - 90_000)})(address);
	const {fault, warnings} = await check(`mongodb://${await fakeMongodb(t, late)}/`);
	t.is(fault, '');
	t.regex(warnings, /clock of MongoDB is \d{2,3} s behind ours/);
	t.regex(warnings, /names no database, so everything is stored in "test"/);
});

/** A user of the test's MongoDB with one role in the database of the test. Returns the address with its name. */
async function addressOfUser(t: ExecutionContext, role: string): Promise<string> {
	const {uri, name} = await withDatabase(t);
	const client = new MongoClient(uri);
	t.teardown(() => client.close());
	await client.db(name).command({createUser: 'guest', pwd: 'guest', roles: [{role, db: name}]});
	t.teardown(() => client.db(name).command({dropUser: 'guest'}));
	const address = new URL(uri);
	Object.assign(address, {username: 'guest', password: 'guest'});
	address.searchParams.set('authSource', name);
	return address.href;
}

test('a server with users asks for a name, the right password, and the right to write', async t => {
	const good = await addressOfUser(t, 'readWrite');
	const {fault, warnings} = await check(good);
	t.is(fault, '');
	// The server of the run may be one that an advisory names.
	t.true(warnings === '' || warnings.includes('CVE-'));
	const [nobody, wrong] = [new URL(good), new URL(good)];
	Object.assign(nobody, {username: '', password: ''});
	wrong.password = 'tell-nobody';
	t.regex((await check(nobody.href)).fault, /wants a name and a password\. Add them to MONGODB_URI/);
	const refused = await check(wrong.href);
	t.regex(refused.fault, /refuses the name or the password/);
	t.notRegex(refused.fault, /tell-nobody/);
});

test('a user that may only read is reported before anything is written', async t => {
	t.regex((await check(await addressOfUser(t, 'read'))).fault, /may not write\. Give the user of MONGODB_URI the role readWrite/);
});

test('a server without users and without a set says what it lacks', async t => {
	const uri = await standaloneMongodb(t);
	const fault = await until(async () => (await check(uri, waitsMs)).fault.replace(/.*nothing listens there.*/, '') || null);
	t.regex(fault, /not a replica set.*rs\.initiate/);
});

test('an address that cannot be read is reported without its password', async t => {
	const {fault} = await check('mongodb://user:tell@nobody@host/kinoteka');
	t.regex(fault, /MONGODB_URI: it cannot be read/);
	t.notRegex(fault, /tell@nobody/);
});
