import type {ClientServer} from './client-server.ts';

/** A download that a client has. */
export interface Held {
	/** The client's own id. */
	id: string;
	/** Number of the release; null if it is not one of ours. */
	number: number | null;
	name: string;
	addedAt: Date;
}

export interface ChaosClient extends ClientServer {
	held: Held[];
	/** What the client was told to remove. */
	removed: Held[];
}

/** Takes the download with this id out of the client. */
export function remove(client: Pick<ChaosClient, 'held' | 'removed'>, id: string): void {
	client.removed.push(...client.held.filter(held => held.id === id));
	client.held = client.held.filter(held => held.id !== id);
}
