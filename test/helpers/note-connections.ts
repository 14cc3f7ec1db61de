import {Socket as UdpSocket} from 'node:dgram';
import {Socket} from 'node:net';

/**
 * Loaded into a process before everything else (`--import`): tells the parent every address to which the process opens
 * a TCP connection or sends a datagram, whichever module does it.
 */
function note(address: string, port: number): void {
	// A socket file has no port.
	if (port) {
		process.send?.({contacted: `${address}:${port}`});
	}
}

const {connect} = Socket.prototype;
Socket.prototype.connect = function noteTcp(this: Socket, ...args: unknown[]) {
	this.on('connectionAttempt', note);
	return Reflect.apply(connect, this, args);
};

const {send, connect: connectUdp} = UdpSocket.prototype;
UdpSocket.prototype.connect = function noteUdp(this: UdpSocket, ...args: unknown[]) {
	note(String(args[1]), Number(args[0]));
	return Reflect.apply(connectUdp, this, args);
};
UdpSocket.prototype.send = function noteDatagram(this: UdpSocket, ...args: unknown[]) {
	// A connected socket names no host; otherwise it follows the port, and an offset and a length may come before.
	const at = args.findLastIndex(arg => typeof arg === 'string');
	if (at > 0) {
		note(String(args[at]), Number(args[at - 1]));
	}
	return Reflect.apply(send, this, args);
};
