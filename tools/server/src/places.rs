//! Places for connections, of which one address has a share.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The places for connections.
pub(crate) struct Places {
    free: Arc<Semaphore>,
    all: u32,
    of_address: u32,
    taken: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

/// A place that a connection has taken, free again when it is dropped.
pub(crate) struct Place {
    address: IpAddr,
    taken: Arc<Mutex<HashMap<IpAddr, u32>>>,
    _permit: OwnedSemaphorePermit,
}

impl Places {
    /// Returns `all` places, of which one address may have `of_address`.
    pub(crate) fn new(all: u32, of_address: u32) -> Places {
        Places {
            free: Arc::new(Semaphore::new(all as usize)),
            all,
            of_address,
            taken: Arc::default(),
        }
    }

    /// Takes a place for a client at an address; `None` if there is none for it.
    pub(crate) fn take(&self, address: IpAddr) -> Option<Place> {
        let address = network(address);
        let permit = Arc::clone(&self.free).try_acquire_owned().ok()?;
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = taken.entry(address).or_default();
        if *of_address == self.of_address {
            return None;
        }
        *of_address += 1;
        Some(Place { address, taken: Arc::clone(&self.taken), _permit: permit })
    }

    /// Waits until all places are free.
    pub(crate) async fn all_free(&self) {
        let _ = self.free.acquire_many(self.all).await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(of_address) = taken.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

/// Returns an address, or the network of one of IPv6, of which a client has all addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [first, second, third, fourth, ..] = address.segments();
            Ipv6Addr::new(first, second, third, fourth, 0, 0, 0, 0).into()
        }
        address => address,
    }
}
