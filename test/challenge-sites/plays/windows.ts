import {behindDoor} from '../behind-door.ts';
import type {Play, SiteOptions} from '../play.ts';
import {sendPage} from '../reply.ts';
import {waitingPage} from '../waiting-page.ts';
import {computing} from './script.ts';

/** Various things that get in a browser's way; a visitor who removes them all is let in. */
export function playWindows({workMs = 300}: SiteOptions): Play {
	const script = `addEventListener('beforeunload', event => { event.preventDefault(); event.returnValue = 'Stay?'; });
for (let index = 0; index < 3; index += 1) open('/popup?' + index, '_blank');
const link = document.createElement('a');
link.href = '/file.bin';
link.download = 'file.bin';
document.body.append(link);
link.click();
const frame = document.createElement('iframe');
frame.src = '/file.bin?frame';
document.body.append(frame);
alert('Allow notifications?');
if (window.Notification) Notification.requestPermission();
navigator.geolocation?.getCurrentPosition(() => {}, () => {});
confirm('Are you sure?');
prompt('Your name?');
print();
${computing(workMs)}`;
	return {
		answer: behindDoor({
			name: 'windows',
			workMs,
			challenge: (visit, task) => {
				if (visit.url.pathname === '/file.bin') {
					const headers = {'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename="file.bin"'};
					visit.response.writeHead(200, headers).end(Buffer.alloc(1024, 1));
					return;
				}
				sendPage(visit, 503, visit.url.pathname === '/popup' ? popup : waitingPage({task, script}));
			},
		}),
	};
}

const popup = '<!DOCTYPE html><title>You have won</title><script>alert("You have won"); open("/popup?more");</script>';
