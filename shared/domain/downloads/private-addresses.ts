/** How many addresses of a torrent lead to private networks. The addresses themselves are not for everybody. */
export interface PrivateAddresses {
	trackers: number;
	webSeeds: number;
	peers: number;
}

export const noPrivateAddresses: PrivateAddresses = {trackers: 0, webSeeds: 0, peers: 0};

const allow = 'An administrator can allow them with the setting security.allowPrivateNetworks';

/** The message in the queue about addresses that are not contacted; null if there are none. */
export function refusedText(found: PrivateAddresses): string | null {
	const counts = countsText(found);
	return counts && `Not contacted, because they lead to private addresses: ${counts}. ${allow}.`;
}

/** The message in the queue about addresses that the download client was not given. */
export function leftOutText(found: PrivateAddresses): string | null {
	const counts = countsText(found);
	return (
		counts &&
		`Left out of the torrent, because they lead to private addresses: ${counts}. ${allow}; then remove the download and grab the release again.`
	);
}

function countsText({trackers, webSeeds, peers}: PrivateAddresses): string | null {
	const counts = [countText(trackers, 'tracker'), countText(webSeeds, 'web seed'), countText(peers, 'peer')].filter(each => each !== '');
	return counts.length > 0 ? counts.join(', ') : null;
}

function countText(count: number, what: string): string {
	return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}
