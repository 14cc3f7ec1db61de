import {randomBytes} from 'node:crypto';
import {createSocket, type Socket} from 'node:dgram';
import {type LookupAddress, lookup as systemLookup} from 'node:dns';
import {once} from 'node:events';
import {every} from '#shared/coordination/wait.ts';
import {isPrivateAddress} from '#shared/network-address.ts';
import {guardedLookup, type Lookup} from '../../http/guarded-lookup.ts';
import {failureOf, toFailure} from '../../http/http.ts';
import {type Announce, type AskTracker, answersWithinMs, readCompactPeers, type TrackerReply, wantedPeers} from './announcer.ts';

const protocolId = Buffer.from('0000041727101980', 'hex');
const actions = {connect: 0, announce: 1, error: 3};
const events = {started: 2, completed: 1, stopped: 3};
/** Milliseconds until a lost packet is sent once more. */
const resendMs = 5000;

export interface UdpTrackerDeps {
	allowPrivate(): boolean;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup | undefined;
}

/** BEP 15, over IPv4. The name is resolved once, and the checked address is the one that is used. */
export function createUdpTracker({allowPrivate, lookup = systemLookup}: UdpTrackerDeps): AskTracker {
	return async (url, announce, caller) => {
		const {hostname, port} = new URL(url);
		const signal = AbortSignal.any([caller, AbortSignal.timeout(answersWithinMs)]);
		const address = await resolve(hostname, {lookup: allowPrivate() ? lookup : guardedLookup(lookup), signal});
		if (!allowPrivate() && isPrivateAddress(address)) {
			throw failureOf('address_refused', hostname);
		}
		signal.throwIfAborted();
		const socket = createSocket('udp4');
		// An unused socket must not end the process.
		socket.on('error', () => {});
		try {
			const connected = once(socket, 'connect', {signal});
			socket.connect(Number(port) || 80, address);
			await connected;
			const hello = await exchange(socket, {action: actions.connect, head: protocolId, body: Buffer.alloc(0)}, signal);
			return readReply(await exchange(socket, {action: actions.announce, head: hello.subarray(8, 16), body: toBody(announce)}, signal));
		} finally {
			socket.close();
		}
	};
}

/** A look-up by the system cannot be cancelled, but it is not waited for any longer. */
function resolve(hostname: string, {lookup, signal}: {lookup: Lookup; signal: AbortSignal}): Promise<string> {
	return new Promise((done, fail) => {
		signal.addEventListener('abort', () => fail(signal.reason), {once: true});
		lookup(hostname, {family: 4}, (error, address) => {
			const found = Array.isArray(address) ? (address as LookupAddress[])[0]?.address : address;
			error || !found ? fail(toFailure(error ?? new Error(`${hostname} has no address.`), hostname)) : done(found);
		});
	});
}

interface Packet {
	action: number;
	/** Eight bytes: the protocol's number, or the connection's that the tracker gave. */
	head: Uint8Array;
	body: Uint8Array;
}

async function exchange(socket: Socket, {action, head, body}: Packet, signal: AbortSignal): Promise<Buffer> {
	const transaction = randomBytes(4);
	const code = Buffer.alloc(4);
	code.writeUInt32BE(action);
	const packet = Buffer.concat([head, code, transaction, body]);
	const send = () => socket.send(packet);
	send();
	const endResending = every(resendMs, send);
	try {
		for (;;) {
			const [reply]: Buffer[] = await once(socket, 'message', {signal});
			if (reply && reply.length >= 8 && reply.subarray(4, 8).equals(transaction)) {
				return checked(reply, action);
			}
		}
	} finally {
		endResending();
	}
}

function checked(reply: Buffer, action: number): Buffer {
	const answered = reply.readUInt32BE(0);
	if (answered === actions.error) {
		throw new Error(`The tracker refuses: ${reply.toString('utf8', 8, 208)}`);
	}
	if (answered !== action || reply.length < 16) {
		throw new Error('The tracker sent something that is not a reply.');
	}
	return reply;
}

function toBody({infoHash, peerId, port, uploaded, downloaded, left, event}: Announce): Buffer {
	const body = Buffer.alloc(82);
	body.write(infoHash, 0, 20, 'hex');
	body.write(peerId, 20, 20, 'hex');
	body.writeBigUInt64BE(BigInt(downloaded), 40);
	body.writeBigUInt64BE(BigInt(left), 48);
	body.writeBigUInt64BE(BigInt(uploaded), 56);
	body.writeUInt32BE(event ? events[event] : 0, 64);
	body.writeInt32BE(event === 'stopped' ? 0 : wantedPeers, 76);
	body.writeUInt16BE(port, 80);
	return body;
}

function readReply(reply: Buffer): TrackerReply {
	if (reply.length < 20) {
		throw new Error('The tracker sent something that is not a reply.');
	}
	return {interval: reply.readUInt32BE(8), peers: readCompactPeers(reply.subarray(20), 4)};
}
