import test from 'ava';
import {leftOutText, noPrivateAddresses, refusedText} from '#shared/domain/downloads/private-addresses.ts';

test('people read how many addresses are private, and which setting allows them', t => {
	t.is(
		refusedText({trackers: 2, webSeeds: 1, peers: 0}),
		'Not contacted, because they lead to private addresses: 2 trackers, 1 web seed. An administrator can allow them with the setting security.allowPrivateNetworks.',
	);
	t.is(
		leftOutText({...noPrivateAddresses, trackers: 1}),
		'Left out of the torrent, because they lead to private addresses: 1 tracker. An administrator can allow them with the setting security.allowPrivateNetworks; then remove the download and grab the release again.',
	);
	t.is(refusedText(noPrivateAddresses), null);
});
