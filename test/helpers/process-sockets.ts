import {readdirSync, readFileSync, readlinkSync} from 'node:fs';

/** As the system writes the state of a TCP socket that listens. */
const listens = '0A';
const noPort = /:0$/;

/** All processes whose arguments or environment contain this text. */
export function processesWith(text: string): number[] {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.map(Number)
		.filter(pid => {
			try {
				return ['environ', 'cmdline'].some(file => readFileSync(`/proc/${pid}/${file}`, 'latin1').includes(text));
			} catch {
				return false;
			}
		});
}

export interface Socket {
	kind: 'tcp' | 'udp';
	/** `127.0.0.1:80`, `[::1]:80`. */
	local: string;
	/** Null if it is connected to nobody. */
	remote: string | null;
	isListening: boolean;
}

/** Sockets of the internet that these processes have open. */
export function socketsOf(pids: readonly number[]): Socket[] {
	const open = new Set(pids.flatMap(inodesOf));
	return (['tcp', 'tcp6', 'udp', 'udp6'] as const).flatMap(file =>
		readFileSync(`/proc/net/${file}`, 'latin1')
			.trim()
			.split('\n')
			.slice(1)
			.map(row => row.trim().split(/\s+/))
			.filter(columns => open.has(columns[9] ?? ''))
			.map(([, local = '', remote = '', state]) => ({
				kind: file.startsWith('tcp') ? 'tcp' : 'udp',
				local: addressOf(local),
				remote: noPort.test(addressOf(remote)) ? null : addressOf(remote),
				isListening: state === listens,
			})),
	);
}

function inodesOf(pid: number): string[] {
	try {
		return readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
			try {
				return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
			} catch {
				return [];
			}
		});
	} catch {
		return []; // it has ended
	}
}

/** The kernel writes addresses as words whose bytes are in reverse order. */
function addressOf(text: string): string {
	const [address = '', port = ''] = text.split(':');
	const bytes = [...Buffer.from(address, 'hex')];
	const words = Array.from({length: bytes.length / 4}, (_, word) => bytes.slice(word * 4, word * 4 + 4).reverse()).flat();
	const host =
		words.length === 4
			? words.join('.')
			: `[${Buffer.from(words)
					.toString('hex')
					.replace(/.{4}(?=.)/g, '$&:')}]`;
	return `${host}:${Number.parseInt(port, 16)}`;
}
