import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import type {ExecutionContext} from 'ava';
import {SMTPServer} from 'smtp-server';

interface Mail {
	from: string;
	to: string[];
	/** With its headers. */
	text: string;
	isEncrypted: boolean;
	user: string | null;
	/** The name that the client gave itself. */
	helo: string;
}

interface Refusals {
	login?: boolean;
	/** SMTP's code for a recipient, or only for this one, and for the text of a message. */
	recipient?: number;
	onlyRecipient?: string;
	text?: number;
}

const failure = (responseCode: number, message: string) => Object.assign(new Error(message), {responseCode});

/** A mail server on a real socket, with the certificate of nobody. `refuse` is changed by the test. */
export async function fakeMailServer(t: ExecutionContext, {secure = false, offersTls = true} = {}) {
	const received: Mail[] = [];
	const server = {url: '', received, refuse: {} as Refusals};
	const smtp = new SMTPServer({
		secure,
		authOptional: true,
		// Some servers at home take passwords without TLS; we must not send them.
		allowInsecureAuth: true,
		hideSTARTTLS: !offersTls,
		logger: false,
		onAuth: ({username}, _session, done) => (server.refuse.login ? done(failure(535, 'wrong password')) : done(null, {user: username})),
		onRcptTo({address}, _session, done) {
			const {recipient, onlyRecipient = address} = server.refuse;
			done(recipient && address === onlyRecipient ? failure(recipient, 'no such user') : null);
		},
		onData(stream, {envelope, secure: isEncrypted, user, hostNameAppearsAs}, done) {
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', () => {
				if (server.refuse.text) {
					done(failure(server.refuse.text, 'looks like spam'));
					return;
				}
				received.push({
					from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
					to: envelope.rcptTo.map(({address}) => address),
					text: Buffer.concat(chunks).toString('utf8'),
					isEncrypted,
					user: user === undefined ? null : String(user),
					helo: hostNameAppearsAs,
				});
				done();
			});
		},
	});
	// A client that hangs up during a handshake is no failure of the test.
	smtp.on('error', () => {});
	const listening = smtp.listen(0, '127.0.0.1');
	await once(listening, 'listening');
	const {port} = listening.address() as AddressInfo;
	server.url = `${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`;
	t.teardown(() => new Promise<void>(resolve => smtp.close(() => resolve())));
	return server;
}
