import {randomUUID} from 'node:crypto';
import {type ChaosClient, remove} from './chaos-client.ts';
import {type Asked, type ClientReply, readForm, serveClient} from './client-server.ts';
import type {Mood} from './mood.ts';
import {numberOfNzb} from './offers.ts';

const category = 'kinoteka';

/** SABnzbd's API. It takes the same NZB file any number of times, as the real one does unless told otherwise. */
export async function openSabnzbd(mood: Mood): Promise<ChaosClient> {
	const client: ChaosClient = {url: '', held: [], removed: [], close: async () => undefined};

	async function add(asked: Asked): Promise<ClientReply> {
		const {file} = await readForm(asked);
		const id = `SABnzbd_nzo_${randomUUID().slice(0, 8)}`;
		const name = asked.url.searchParams.get('nzbname') ?? '';
		client.held.push({id, number: numberOfNzb(file?.toString() ?? ''), name, addedAt: new Date()});
		return (await mood.answers()) ? {json: {status: true, nzo_ids: [id]}} : null;
	}

	function listQueue({searchParams}: URL): ClientReply {
		const wanted = (searchParams.get('search') ?? '').toLowerCase();
		const ids = searchParams.get('nzo_ids')?.split(',');
		const slots = client.held
			.filter(({id, name}) => name.toLowerCase().includes(wanted) && (ids?.includes(id) ?? true))
			.map(({id, name}) => ({
				nzo_id: id,
				filename: name,
				cat: category,
				status: 'Downloading',
				mb: '100',
				mbleft: '50',
				timeleft: '0:10:00',
			}));
		return {json: {queue: {paused: false, slots, noofslots: slots.length}}};
	}

	const server = await serveClient(asked => {
		const {searchParams} = asked.url;
		const mode = searchParams.get('mode');
		if (mode === 'addfile') {
			return add(asked);
		}
		if (searchParams.get('name') === 'delete') {
			remove(client, searchParams.get('value') ?? '');
			return {json: {status: true}};
		}
		if (mode === 'queue') {
			return listQueue(asked.url);
		}
		return mode === 'history' ? {json: {history: {slots: [], noofslots: 0}}} : {json: {status: false, error: 'No such mode'}};
	});
	return Object.assign(client, server);
}
