/** Nothing listens on this port, so requests that belong to no visit, and therefore have no proxy, lead nowhere. */
const nowhere = 'http://127.0.0.1:9';

/** Keeps all traffic of a page inside our proxy, and hides that the browser is automated. */
export function browserArguments(userAgent: string): string[] {
	return [
		// Chromium refuses to run as root with its sandbox. In a container, the container takes the sandbox's place.
		...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
		`--user-agent=${userAgent}`,
		'--window-size=1280,900',
		'--lang=en-US',
		'--disable-blink-features=AutomationControlled',
		`--proxy-server=${nowhere}`,
		// Only our proxy may resolve names.
		'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
		'--disable-quic',
		'--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
		'--webrtc-ip-handling-policy=disable_non_proxied_udp',
		'--dns-prefetch-disable',
		'--no-pings',
		'--disable-component-update',
		'--disable-domain-reliability',
		'--disable-gpu',
		'--disable-print-preview',
		'--deny-permission-prompts',
		'--autoplay-policy=user-gesture-required',
		'--js-flags=--max-old-space-size=512',
		'--disable-features=WebTransport,WebBluetooth,WebUSB,DnsOverHttps,AsyncDns,NetworkPrediction,Prerender2',
	];
}

const passedOn = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'DISPLAY', 'XAUTHORITY', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'];

/**
 * Our own environment holds addresses and keys of databases, which the browser must not see. Whatever it writes is
 * removed with its profile.
 */
export function browserEnvironment(env: NodeJS.ProcessEnv, profile: string): Record<string, string> {
	const known = passedOn.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]] as const]));
	return {...Object.fromEntries(known), HOME: profile, KINOTEKA_BROWSER: profile};
}
