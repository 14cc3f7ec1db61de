/** Folders that hold no media. Desktops mount disks below `/run`, and `/var` may have anything below it. */
const wholly = ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/proc', '/sbin', '/sys', '/usr'];
const themselves: ReadonlySet<string> = new Set(['/', '/home', '/opt', '/root', '/run', '/srv', '/tmp', '/var', '/var/lib', '/var/log']);

/** Whether a normal path is a folder of the operating system. */
export function isSystemFolder(path: string): boolean {
	return themselves.has(path) || wholly.some(folder => path === folder || path.startsWith(`${folder}/`));
}
