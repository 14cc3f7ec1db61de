import {type ChaosClient, type Held, remove} from './chaos-client.ts';
import {type Asked, type ClientReply, readForm, serveClient} from './client-server.ts';
import type {Mood} from './mood.ts';
import {infoHashOf, type Offer} from './offers.ts';

/** qBittorrent's Web API 2.8 without a login. It refuses a torrent that it has, as the real one does. */
export async function openQbittorrent(offers: readonly Offer[], mood: Mood): Promise<ChaosClient> {
	const numbers = new Map(offers.map(({infoHash, number}) => [infoHash, number]));
	const categories = new Map<string, string>();
	const names = new Set<string>();
	const client: ChaosClient = {url: '', held: [], removed: [], close: async () => undefined};

	async function add(asked: Asked): Promise<ClientReply> {
		const {file, fields} = await readForm(asked);
		const hash = file ? infoHashOf(file) : (/btih:([\da-f]{40})/i.exec(fields['urls'] ?? '')?.[1]?.toLowerCase() ?? '');
		if (hash === '' || client.held.some(({id}) => id === hash)) {
			return {text: 'Fails.'};
		}
		const number = numbers.get(hash) ?? null;
		client.held.push({id: hash, number, name: `Number${number}`, addedAt: new Date()});
		categories.set(hash, fields['category'] ?? '');
		return (await mood.answers()) ? {text: 'Ok.'} : null;
	}

	const calls: Record<string, (asked: Asked, form: URLSearchParams) => ClientReply | Promise<ClientReply>> = {
		'app/webapiVersion': () => ({text: '2.8.19'}),
		'app/version': () => ({text: 'v4.5.2'}),
		'app/preferences': () => ({json: {dht: true}}),
		'torrents/categories': () => ({json: Object.fromEntries([...names].map(name => [name, {name, savePath: ''}]))}),
		'torrents/createCategory': (_asked, form) => {
			names.add(form.get('category') ?? '');
			return {text: ''};
		},
		'torrents/info': ({url}) => ({json: select(client.held, categories, url.searchParams)}),
		'torrents/add': add,
		'torrents/setCategory': (_asked, form) => {
			categories.set(form.get('hashes') ?? '', form.get('category') ?? '');
			return {text: ''};
		},
		'torrents/delete': (_asked, form) => {
			remove(client, form.get('hashes') ?? '');
			return {text: ''};
		},
	};
	const server = await serveClient(asked => {
		const call = calls[asked.url.pathname.replace('/api/v2/', '')];
		return call?.(asked, new URLSearchParams(asked.body.toString())) ?? {status: 404, text: 'Not Found'};
	});
	return Object.assign(client, server);
}

function select(held: readonly Held[], categories: ReadonlyMap<string, string>, query: URLSearchParams): Record<string, unknown>[] {
	const hashes = query.get('hashes')?.split('|');
	const category = query.get('category');
	return held
		.filter(({id}) => (hashes?.includes(id) ?? true) && (category === null || categories.get(id) === category))
		.map(({id, name}) => ({
			hash: id,
			name,
			category: categories.get(id),
			size: 1_048_576,
			amount_left: 524_288,
			progress: 0.5,
			eta: 600,
			state: 'downloading',
		}));
}
