//! Places for connections. Each address can take a limited number. When all places are taken, a
//! connection that waits for its client makes room for a new connection.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The places for connections.
pub(crate) struct Places {
    all: u32,
    of_address: u32,
    shared: Arc<Shared>,
}

/// A place that a connection has taken. Dropping it frees the place.
pub(crate) struct Place {
    number: u64,
    end: Arc<Notify>,
    shared: Arc<Shared>,
}

/// The activity of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Phase {
    /// The server works on a request.
    Working,
    /// A request or an answer is in transfer, as fast as the client sends or reads.
    Moving,
    /// The connection waits for a request.
    Idle,
}

#[derive(Default)]
struct Shared {
    taken: Mutex<Taken>,
    is_empty: Notify,
}

/// The taken places.
#[derive(Default)]
struct Taken {
    /// A number greater than all numbers of connections and of phase changes.
    next: u64,
    connections: HashMap<u64, Connection>,
}

struct Connection {
    address: IpAddr,
    phase: Phase,
    /// The number of the change to this phase.
    changed: u64,
    end: Arc<Notify>,
}

impl Places {
    /// Returns `all` places. One address may take up to `of_address` places.
    pub(crate) fn new(all: u32, of_address: u32) -> Places {
        Places { all, of_address, shared: Arc::default() }
    }

    /// Takes a place for a client at an address. This may end another connection. `None` if no
    /// place is free and no connection may be ended.
    pub(crate) fn take(&self, address: IpAddr) -> Option<Place> {
        let address = network(address);
        let mut taken = self.shared.lock();
        let own = taken.connections.values().filter(|connection| connection.address == address);
        if own.count() >= self.of_address as usize {
            let own = taken.longest(|connection| {
                connection.address == address && connection.phase == Phase::Idle
            });
            taken.end(own?);
        } else if taken.connections.len() >= self.all as usize {
            let least = taken.least_needed(address)?;
            taken.end(least);
        }
        Some(Place::new(&self.shared, &mut taken, address))
    }

    /// Waits until all places are free.
    pub(crate) async fn all_free(&self) {
        loop {
            let is_empty = self.shared.is_empty.notified();
            if self.shared.lock().connections.is_empty() {
                return;
            }
            is_empty.await;
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taken {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Counts the connections of each address.
    fn of_addresses(&self) -> HashMap<IpAddr, u32> {
        let mut counts = HashMap::new();
        for connection in self.connections.values() {
            *counts.entry(connection.address).or_default() += 1;
        }
        counts
    }

    /// Returns the matching connection that has been in its phase for the longest time.
    fn longest(&self, fits: impl Fn(&Connection) -> bool) -> Option<u64> {
        let fit = self.connections.iter().filter(|(_, connection)| fits(connection));
        let longest = fit.min_by_key(|(_, connection)| connection.changed);
        longest.map(|(&number, _)| number)
    }

    /// Returns the connection to end in favour of a new connection from an address. It belongs to
    /// the address with the most connections; idle connections are preferred. An address with fewer
    /// connections than the new client's does not make room. A connection that is not idle makes
    /// room only if the new client's address still has fewer connections afterwards.
    fn least_needed(&self, address: IpAddr) -> Option<u64> {
        let of_addresses = self.of_addresses();
        let own = of_addresses.get(&address).map_or(1, |own| own + 1);
        let may_end = |connection: &&Connection| {
            let theirs = of_addresses[&connection.address];
            match connection.phase {
                Phase::Working => false,
                Phase::Moving => theirs > own,
                Phase::Idle => theirs >= own || connection.address == address,
            }
        };
        let rank = |connection: &Connection| (of_addresses[&connection.address], connection.phase);
        let most = self.connections.values().filter(may_end).map(rank).max()?;
        self.longest(|connection| may_end(&connection) && rank(connection) == most)
    }

    fn end(&mut self, number: u64) {
        if let Some(connection) = self.connections.remove(&number) {
            connection.end.notify_one();
        }
    }
}

impl Place {
    fn new(shared: &Arc<Shared>, taken: &mut Taken, address: IpAddr) -> Place {
        let (number, end) = (taken.number(), Arc::new(Notify::new()));
        let (phase, changed) = (Phase::Idle, number);
        let connection = Connection { address, phase, changed, end: Arc::clone(&end) };
        taken.connections.insert(number, connection);
        Place { number, end, shared: Arc::clone(shared) }
    }

    /// Records the new phase of the connection.
    pub(crate) fn enter(&self, phase: Phase) {
        let mut taken = self.shared.lock();
        let changed = taken.number();
        if let Some(connection) = taken.connections.get_mut(&self.number) {
            (connection.phase, connection.changed) = (phase, changed);
        }
    }

    /// Waits until the connection must end in favour of another.
    pub(crate) async fn is_lost(&self) {
        self.end.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.shared.lock();
        taken.connections.remove(&self.number);
        if taken.connections.is_empty() {
            self.shared.is_empty.notify_waiters();
        }
    }
}

/// Returns the address. For IPv6 returns its network, because one client has all addresses of a
/// network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [first, second, third, fourth, ..] = address.segments();
            Ipv6Addr::new(first, second, third, fourth, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, number])
    }

    /// Takes a place and enters a phase.
    fn taken(places: &Places, number: u8, phase: Phase) -> Option<Place> {
        let place = places.take(address(number))?;
        place.enter(phase);
        Some(place)
    }

    fn has_ended(place: &Place) -> bool {
        !place.shared.lock().connections.contains_key(&place.number)
    }

    #[test]
    fn those_who_hold_most_places_make_room_for_a_new_client() {
        for (addresses, each, phase) in
            [(8, 64, Phase::Idle), (8, 64, Phase::Moving), (200, 3, Phase::Moving)]
        {
            let places = Places::new(addresses * each, 64);
            let held: Vec<Place> = (0..each)
                .flat_map(|_| 0..addresses as u8)
                .map(|number| taken(&places, number, phase).unwrap())
                .collect();
            let new = taken(&places, 250, Phase::Idle).unwrap();
            assert!(has_ended(&held[0]), "the connection that has waited longest");
            assert_eq!(held.iter().filter(|place| has_ended(place)).count(), 1);
            for number in 0..addresses as u8 {
                let again = taken(&places, number, Phase::Idle);
                assert_eq!(again.is_some(), phase == Phase::Idle, "no address gains by more");
            }
            assert!(!has_ended(&new));
        }
    }

    #[test]
    fn work_is_never_ended_and_an_idle_connection_goes_first() {
        let places = Places::new(4, 2);
        let working = taken(&places, 1, Phase::Working).unwrap();
        let moving = taken(&places, 1, Phase::Moving).unwrap();
        assert!(taken(&places, 1, Phase::Idle).is_none(), "the address has its share");
        let idle = taken(&places, 2, Phase::Idle).unwrap();
        let other = taken(&places, 2, Phase::Moving).unwrap();
        let third = taken(&places, 3, Phase::Working).unwrap();
        assert!(has_ended(&idle), "of the two addresses with most, the one with an idle one");
        assert!(taken(&places, 3, Phase::Idle).is_none(), "two are not more than two");
        let fourth = taken(&places, 4, Phase::Working).unwrap();
        assert!(has_ended(&moving), "two are more than one");
        assert!(![&working, &other, &third, &fourth].map(has_ended).contains(&true));
        other.enter(Phase::Idle);
        assert!(taken(&places, 1, Phase::Working).is_none(), "one is fewer than two");
        let last = taken(&places, 5, Phase::Working).unwrap();
        assert!(has_ended(&other), "one equals one");
        drop((idle, moving, other));
        assert_eq!(places.shared.lock().connections.len(), 4);
        drop((working, third, fourth, last));
        assert!(places.shared.lock().connections.is_empty());
    }
}
