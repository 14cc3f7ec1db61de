export interface ServerEvent {
	event: string;
	data: Record<string, unknown>;
}

/** Reads a stream of server-sent events until the signal aborts; the returned list fills as they arrive. */
export async function readEvents(url: string, signal: AbortSignal): Promise<ServerEvent[]> {
	const response = await fetch(url, {signal});
	const events: ServerEvent[] = [];
	void collect(response, events).catch(() => undefined);
	return events;
}

async function collect({body}: Response, events: ServerEvent[]): Promise<void> {
	let rest = '';
	for await (const text of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
		const blocks = (rest + text).split('\n\n');
		rest = blocks.pop() ?? '';
		for (const block of blocks) {
			const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
			const event = field('event');
			if (event) {
				events.push({event, data: JSON.parse(field('data') ?? '{}')});
			}
		}
	}
}
