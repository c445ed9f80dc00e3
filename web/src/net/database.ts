/** A database of the browser: IndexedDB, with promises. */

/** Return what was asked of a database. */
export function answerOf<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** Open a database, which is made by `upgrade` where it is missing or older. */
export function openDatabase(
  name: string,
  version: number,
  upgrade: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(name, version);
    asked.onupgradeneeded = () => upgrade(asked.result);
    asked.onsuccess = () => {
      // A window with a newer version waits until the older ones let go.
      asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error);
  });
}

/** The stores that have some names, in their order. */
type Stores<Names extends readonly string[]> = { [Place in keyof Names]: IDBObjectStore };

/** Do something with stores in one transaction, which is on the disk when the promise is kept. */
export function within<T, const Names extends readonly string[]>(
  database: IDBDatabase,
  names: Names,
  mode: IDBTransactionMode,
  act: (...stores: Stores<Names>) => Promise<T>,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(names, mode, { durability: "strict" });
    let value: T;
    transaction.oncomplete = () => resolve(value);
    transaction.onabort = () => reject(transaction.error);
    const stores = names.map((name) => transaction.objectStore(name)) as Stores<Names>;
    act(...stores).then(
      (result) => (value = result),
      (error: unknown) => {
        reject(error);
        try {
          transaction.abort();
        } catch {
          // It has ended by itself.
        }
      },
    );
  });
}
