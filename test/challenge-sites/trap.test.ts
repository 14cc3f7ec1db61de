import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {connect} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {leadingLures} from '#test/helpers/trap/lures.ts';
import {lureNames, serveLures, stayingLureNames} from '#test/helpers/trap/serve-lures.ts';
import {serveTrap} from '#test/helpers/trap/serve-trap.ts';
import {type Spelling, spellings, trapHost} from '#test/helpers/trap/spellings.ts';
import {until} from '#test/helpers/until.ts';

async function openTrap(t: ExecutionContext) {
	const trap = await serveTrap();
	t.teardown(trap.close);
	const lures = await serveLures(trap.port);
	t.teardown(lures.close);
	return {trap, lures};
}

test('the trap writes down connections, requests, upgrades, garbage and datagrams', async t => {
	const {trap} = await openTrap(t);
	await fetch(`http://127.0.0.1:${trap.port}/seen`);
	const socket = connect(trap.port, '127.0.0.1');
	socket.on('error', () => undefined);
	socket.write('no request\r\n\r\n');
	await once(socket, 'close');
	const web = new WebSocket(`ws://127.0.0.1:${trap.port}/socket`);
	await once(web, 'error');
	const udp = createSocket('udp4');
	udp.send('abc', trap.port, '127.0.0.1');
	await until(() => trap.contacts.some(({by}) => by === 'udp'));
	udp.close();
	const book = trap.contacts.map(({by, what}) => `${by} ${what}`.trim());
	for (const line of ['connection', 'request GET /seen', 'garbage', 'upgrade /socket', 'udp 3 bytes']) {
		t.true(book.includes(line), line);
	}
});

/** Browsers know these names by themselves, the name service of a machine need not. */
const unknownHere: Spelling[] = ['name below', 'name with a dot'];

test('a redirect reaches the trap under every spelling', async t => {
	const {trap, lures} = await openTrap(t);
	for (const spelling of Object.keys(spellings) as Spelling[]) {
		const reply = await fetch(lures.addressOf('redirect-302', spelling), {redirect: 'manual'});
		const location = Buffer.from(reply.headers.get('location') ?? '', 'latin1').toString();
		t.is(location, `http://${trapHost(spelling, trap.port)}/redirect-302`);
		if (unknownHere.includes(spelling) || (spelling.startsWith('IPv6') && !trap.hasIPv6)) {
			continue;
		}
		const before = trap.contacts.length;
		await fetch(location);
		t.true(trap.contacts.length > before, spelling);
	}
});

test('every lure is a page that names the trap, or leads to it', async t => {
	const {trap, lures} = await openTrap(t);
	for (const name of lureNames) {
		const reply = await fetch(lures.addressOf(name, 'decimal'), {redirect: 'manual'});
		const told = [...reply.headers.values(), decodeURIComponent(await reply.text())].join('\n');
		t.true(told.includes(`2130706433:${trap.port}`), name);
	}
	t.is(trap.contacts.length, 0);
});

test('one page holds all the lures that do not lead away', async t => {
	const {trap, lures} = await openTrap(t);
	const html = await (await fetch(lures.allAt('dotted'))).text();
	const missing = stayingLureNames.filter(name => !html.includes(`127.0.0.1:${trap.port}/${name}`) && !name.startsWith('rtc-'));
	// The first has its address encoded; the others live in headers, which one page cannot share.
	t.deepEqual(missing, ['iframe-redirect', 'link-header', 'policy-report']);
	t.false(Object.keys(leadingLures).some(name => html.includes(`/${name}"`)));
});
