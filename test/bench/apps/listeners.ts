const separator = '\u001e';

/** Programs that listen to the hub, each greeted. */
export async function openListeners(count: number, {url, key}: {url: string; key: string}): Promise<{close(): void; heard(): number}> {
	let heard = 0;
	const sockets = await Promise.all(
		Array.from({length: count}, async () => {
			const address = `${url.replace(/^http/, 'ws')}/radarr/signalr/messages?access_token=${key}`;
			const socket = new WebSocket(address);
			const {promise, resolve, reject} = Promise.withResolvers<void>();
			socket.addEventListener('open', () => socket.send(`{"protocol":"json","version":1}${separator}`));
			socket.addEventListener('message', ({data}) => {
				heard += String(data).includes('"name":"movie"') ? 1 : 0;
				resolve();
			});
			socket.addEventListener('error', () => reject(new Error('A listener was not connected')));
			await promise;
			return socket;
		}),
	);
	return {close: () => sockets.forEach(socket => void socket.close()), heard: () => heard};
}
